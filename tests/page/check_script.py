#!/usr/bin/env python3
"""Type-checks the page's modules with TypeScript's compiler.   exit: 0 right, 1 wrong, 77 skipped"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77


def main() -> int:
    node = shutil.which("node")
    if node is None:
        print("skipped: there is no node")
        return SKIPPED
    fetched = subprocess.run([ROOT / "scripts" / "fetch-npm", "typescript"], stdout=subprocess.PIPE, check=False)
    if fetched.returncode != 0:
        print("skipped: typescript could not be fetched")
        return SKIPPED
    compiler = Path(fetched.stdout.decode().strip()) / "bin" / "tsc"
    return subprocess.run([node, compiler, "-p", ROOT / "src/brink/report/assets/jsconfig.json"], check=False).returncode


sys.exit(main())
