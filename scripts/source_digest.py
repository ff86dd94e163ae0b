"""Prints a digest of what decides whether the tests pass: every file that git does not ignore, and the tools.

`make test` keeps it after a green run. Without git it prints nothing, and the tests always run.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def output(*command: str) -> str:
    """What a command prints; "" if it fails or does not exist."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def main() -> None:
    """Prints the digest."""
    listing = output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = sorted(set(listing.split("\0")) - {""})
    if not names:
        return
    digest = hashlib.sha256()
    tools = [sys.version, output("rustc", "-vV"), os.environ.get("RUSTFLAGS", "")]
    for part in tools:
        digest.update(part.encode() + b"\0")
    for name in names:
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""
        digest.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    print(digest.hexdigest())


if __name__ == "__main__":
    main()
