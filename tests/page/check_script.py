#!/usr/bin/env python3
"""Checks the page's modules: types with TypeScript's compiler, or the rest with ESLint.

usage: check_script.py types|lint     exit: 0 right, 1 wrong, 77 skipped
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "src/brink/report/assets"
SKIPPED = 77
PACKAGES = {"types": ["typescript"], "lint": ["eslint-linter-browserify", "@eslint/js", "globals"]}


def main() -> int:
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    if what not in PACKAGES:
        print(__doc__)
        return 2
    node = shutil.which("node")
    if node is None:
        print("skipped: there is no node")
        return SKIPPED
    fetched = subprocess.run([ROOT / "scripts" / "fetch-npm", *PACKAGES[what]], stdout=subprocess.PIPE, check=False)
    if fetched.returncode != 0:
        print(f"skipped: {' or '.join(PACKAGES[what])} could not be fetched")
        return SKIPPED
    folders = fetched.stdout.decode().splitlines()
    if what == "types":
        command = [node, Path(folders[0]) / "bin" / "tsc", "-p", ASSETS / "jsconfig.json"]
    else:
        command = [node, Path(__file__).parent / "lint.mjs", *folders, *sorted(ASSETS.glob("*.js"))]
    return subprocess.run(command, check=False).returncode


sys.exit(main())
