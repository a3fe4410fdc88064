#!/usr/bin/env python3
"""`brink report --figures` draws every figure of a study by a renderer that people have, and says which.

usage: svg_test.py PROGRAM [STORES]     exit: 0 right, 1 wrong, 77 skipped
"""

import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import stores

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
MARKS = {"path", "line", "rect", "text"}


def n_marks(drawing: Path) -> int:
    """What is drawn inside the marks' groups of a figure; raises where it is no SVG."""
    root = ElementTree.parse(drawing).getroot()
    groups = [g for g in root.iter() if "role-mark" in g.get("class", "")]
    return sum(1 for group in groups for e in group.iter() if e.tag.rsplit("}", 1)[-1] in MARKS)


def place(e: ElementTree.Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+),\s*([-\d.]+)\)$", e.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def overlaps(drawing: Path) -> list[str]:
    """Names of points that stand on each other. A letter takes about 5.5 of the unit, a line 10."""
    names = [(e.text, *place(e)) for group in ElementTree.parse(drawing).getroot().iter() if "mark-text role-mark" in group.get("class", "")
             for e in group if e.text]
    return [f"{drawing.name}: {a} | {b}" for i, (a, x, y) in enumerate(names) for b, u, v in names[i + 1:]
            if abs(y - v) < 10 and x < u + 5.5 * len(b) and u < x + 5.5 * len(a)]


def n_legends(drawing: Path) -> int:
    return sum("role-legend" in group.get("class", "").split() for group in ElementTree.parse(drawing).getroot().iter())


def main() -> int:
    brink = Path(sys.argv[1]).resolve()
    fetched = subprocess.run([ROOT / "scripts" / "fetch-wheel", "vl-convert"], stdout=subprocess.PIPE, check=False)
    if fetched.returncode != 0:
        print("skipped: vl-convert-python could not be fetched")
        return SKIPPED
    environment = os.environ | {"PYTHONPATH": fetched.stdout.decode().strip()}
    with tempfile.TemporaryDirectory() as name:
        page = stores.page_of(brink, Path(sys.argv[2] if len(sys.argv) > 2 else name), "golden")
        done = subprocess.run([brink, "report", page.with_suffix(".brink").resolve(), "--figures", "figures"], cwd=name,
                              env=environment, capture_output=True, check=False)
        said = done.stderr.decode()
        specifications = sorted(Path(name, "figures").glob("*.vl.json"))
        empty = [s.name for s in specifications
                 if not (drawing := s.with_name(s.name.removesuffix(".vl.json") + ".svg")).exists() or n_marks(drawing) == 0]
        on_each_other = [pair for drawing in sorted(Path(name, "figures").glob("*.svg")) if not drawing.name.startswith("transfer") for pair in overlaps(drawing)]
        twice = [drawing.name for drawing in sorted(Path(name, "figures").glob("*.svg")) if n_legends(drawing) > 1]
    print(said, end="")
    wrong = twice or done.returncode != 0 or len(specifications) < 30 or empty or on_each_other or f"SVG of {len(specifications)} of" not in said
    if wrong:
        print(f"FAILED: exit {done.returncode}, {len(specifications)} figures, not drawn or empty: {empty}, words on words: {on_each_other[:6]}, more than one legend: {twice[:6]}")
    return 1 if wrong else 0


sys.exit(main())
