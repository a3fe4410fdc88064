"""What fetch-llama, fetch-model and fetch-npm share: the table, the cache, pip's download, checksums.

Only standard output carries the result (a path); everything else goes to standard error.
"""

import hashlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

TABLE = tomllib.loads(Path(__file__).with_name("packages.toml").read_text(encoding="utf-8"))


def cache() -> Path:
    """The folder that keeps what was fetched: $BRINK_CACHE, else brink/ in the user's cache folder."""
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = Path(os.environ.get("BRINK_CACHE") or Path(user) / "brink").absolute()
    path.mkdir(parents=True, exist_ok=True)
    return path


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def pip_download(into: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(into), *arguments]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode != 0:
        sys.exit("could not download the package; is the network reachable, and pip installed (python3-pip)?")


def sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
