"""What fetch-llama, fetch-model, fetch-npm and fetch-wheel share: the table, the cache, pip's download, checksums.

Only standard output carries the result (a path); everything else goes to standard error.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
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


def unpack_wheel(package: dict, into: Path) -> None:
    """The files of a package's wheel, which is checked against the hashes of its table."""
    hashes = " ".join(f"--hash=sha256:{one}" for one in package["sha256"])
    with tempfile.TemporaryDirectory(dir=cache()) as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text(f"{package['package']}=={package['version']} {hashes}\n")
        pip_download(Path(folder), "--only-binary", ":all:", "--require-hashes", "--requirement", str(requirements))
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            wheel.extractall(into)


def sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
