#!/usr/bin/env python3
"""Runs one CLI script and compares output and exit status; README.md beside this file has the format.

usage: run.py --brink PROGRAM [--update] SCRIPT      exit: 0 as expected, 1 not, 77 skipped
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77


@dataclass
class Step:
    command: str
    expected: list[str] = field(default_factory=list)  # the status is its last line, "[2]"; none means 0


def parse(text: str) -> tuple[list[str], list[str | Step]]:
    """The conditions of the script, and its comments and steps in order."""
    requires, parts = [], []
    for line in text.splitlines():
        if line.startswith("  $ "):
            parts.append(Step(line[4:]))
        elif line.startswith("  > ") and isinstance(parts[-1], Step) and not parts[-1].expected:
            parts[-1].command += "\n" + line[4:]
        elif line.startswith("  ") and parts and isinstance(parts[-1], Step):
            parts[-1].expected.append(line[2:])
        else:
            if line.startswith("#requires "):
                requires.append(line.removeprefix("#requires ").strip())
            parts.append(line)
    return requires, parts


def run(step: Step, folder: str, brink: Path) -> list[str]:
    environment = {
        "PATH": f"{brink.parent}:{os.environ['PATH']}", "HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC", "ROOT": str(ROOT),
        **{name: value for name, value in os.environ.items() if name.startswith(("BRINK_", "ASAN_", "UBSAN_", "TSAN_"))},
    }
    done = subprocess.run(["sh", "-c", step.command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240, check=False)
    lines = done.stdout.decode("utf-8", "backslashreplace").splitlines()
    return lines + ([f"[{done.returncode}]"] if done.returncode else [])


def pattern(line: str) -> str:
    if line == "...":
        return r"(?:.*\n)*?"
    if line.endswith(" (re)"):
        return f"(?:{line.removesuffix(' (re)')})\n"
    if line.endswith(" (glob)"):
        escaped = re.escape(line.removesuffix(" (glob)"))
        return escaped.replace(r"\*", ".*").replace(r"\?", ".") + "\n"
    return re.escape(line) + "\n"


def matches(expected: list[str], actual: list[str]) -> bool:
    return re.fullmatch("".join(map(pattern, expected)), "".join(f"{line}\n" for line in actual)) is not None


def missing(requires: list[str]) -> str | None:
    for name in requires:
        if not Path(os.environ.get(name) or "/nonexistent").exists():
            return f"needs the file that {name} names"
    return None


def render(parts: list[str | Step]) -> str:
    lines = []
    for part in parts:
        if isinstance(part, str):
            lines.append(part)
        else:
            first, *rest = part.command.split("\n")
            lines += [f"  $ {first}", *(f"  > {line}" for line in rest), *(f"  {line}" for line in part.expected)]
    return "\n".join(lines) + "\n"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--brink", type=Path, required=True, help="the program")
    options.add_argument("--update", action="store_true", help="write what came out into the script")
    options.add_argument("script", type=Path)
    arguments = options.parse_args()

    requires, parts = parse(arguments.script.read_text(encoding="utf-8"))
    if reason := missing(requires):
        print(f"skipped: {reason}")
        return SKIPPED
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for step in (part for part in parts if isinstance(part, Step)):
            actual = run(step, folder, arguments.brink.resolve())
            if not matches(step.expected, actual):
                failed = True
                print(f"{arguments.script}: $ {step.command}")
                print("\n".join(difflib.unified_diff(step.expected, actual, "expected", "actual", lineterm="")))
                step.expected = actual
    if failed and arguments.update:
        arguments.script.write_text(render(parts), encoding="utf-8")
    return 1 if failed else 0


sys.exit(main())
