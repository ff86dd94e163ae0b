"""Makes .venv and installs pinned packages in it, once.

    python3 scripts/setup_venv.py requirements.txt

A stamp in .venv holds a digest of everything that decides what gets installed. It is written last, so that
an interrupted installation is taken up again. `TORCH_INDEX` names a package index for PyTorch alone; all
other packages, and PyTorch without it, come from wherever pip is configured to look.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
INTERPRETER = VENV / "bin" / "python"
LOG = VENV / "install.log"
BIG_DOWNLOAD = re.compile(r"^\s*Downloading (\S+-[^/]*\.whl) \((\d{3,}[\d.]* MB|[\d.]+ GB)\)")


class SetupError(Exception):
    """The environment cannot be made; the message is one line."""


def say(step: str) -> None:
    """Prints one step."""
    print(f"==> {step}", flush=True)


def run(*command: str | Path) -> None:
    """Runs a command that shows nothing unless it fails."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    if result.returncode != 0:
        raise SetupError(f"this command failed, its message is above: {' '.join(map(str, command))}")


def capture(*command: str | Path) -> str:
    """Runs a command and returns what it prints; "" if it fails."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else ""


def python_version(interpreter: str | Path) -> str:
    """The version of an interpreter as `3.11`; "" if it does not run."""
    return capture(interpreter, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")


def ensure_venv() -> None:
    """Makes .venv with the Python that runs this script, or checks that what is there fits."""
    wanted = python_version(sys.executable)
    if not INTERPRETER.exists():
        say(f"making .venv with Python {wanted}")
        run(sys.executable, "-m", "venv", "--without-pip", VENV)
    found = python_version(INTERPRETER)
    if found != wanted:
        state = f"holds Python {found}, not {wanted}" if found else "is broken: its Python does not run"
        raise SetupError(f".venv {state}; run `make distclean` and then this again")
    if not capture(INTERPRETER, "-m", "pip", "--version"):
        say("installing pip in .venv")
        run(INTERPRETER, "-m", "ensurepip")


def with_included(requirements: Path) -> list[Path]:
    """A requirements file and the files that its `-r` lines name."""
    included = re.findall(r"^-r\s+(\S+)", requirements.read_text(), flags=re.MULTILINE)
    return [requirements, *(path for name in included for path in with_included(ROOT / name))]


def digest(requirements: Path) -> str:
    """Identifies what a requirements file installs, for which Python, and where."""
    place = [*sys.version_info[:2], VENV.resolve()]
    files = [file.read_text() for file in with_included(requirements)]
    return hashlib.sha256("\0".join(map(str, [*place, *files])).encode()).hexdigest()


def stamp_of(requirements: Path) -> Path:
    """The file that says for which digest a requirements file is installed."""
    return VENV / f"installed-{requirements.stem}"


def is_installed(requirements: Path) -> bool:
    """Whether everything in a requirements file is installed."""
    stamp = stamp_of(requirements)
    return stamp.exists() and stamp.read_text() == digest(requirements)


def pip_install(*arguments: str | Path) -> None:
    """Runs `pip install`, shows its large downloads and keeps the rest in a log."""
    options = ["--progress-bar=off", "--disable-pip-version-check"]
    command = [INTERPRETER, "-m", "pip", "install", *options, *arguments]
    with LOG.open("a") as log, subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            log.write(line)
            if shown := progress(line):
                print(f"    {shown}", flush=True)
    if pip.returncode != 0:
        raise SetupError(f"pip could not install {arguments[-1]}: its message is above, its log is {LOG}")


def progress(line: str) -> str | None:
    """What a line of pip says to somebody who waits."""
    if download := BIG_DOWNLOAD.match(line):
        return f"downloading {download[1]} ({download[2]})"
    if line.startswith("Installing collected packages"):
        return f"unpacking {line.count(',') + 1} package(s)"
    return None


def torch_pin() -> str:
    """The line of requirements.txt that pins PyTorch."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return next(line for line in lines if line.startswith("torch=="))


def has_torch() -> bool:
    """Whether some PyTorch is installed."""
    return any(VENV.glob("lib/python*/site-packages/torch-*.dist-info"))


def install(requirements: Path) -> None:
    """Installs a requirements file and stamps it when all is done."""
    stamps = [stamp_of(file) for file in with_included(requirements)]
    for stamp in stamps:
        stamp.unlink(missing_ok=True)
    if not has_torch():
        if index := os.environ.get("TORCH_INDEX"):
            say(f"installing {torch_pin()} from {index}")
            pip_install("--no-deps", f"--index-url={index}", torch_pin())
        elif sys.platform == "linux":
            say("PyTorch comes with CUDA (about 5 GB); `make TORCH_INDEX=<url>` takes it from another index")
    say(f"installing {requirements.name} in .venv; this takes minutes the first time")
    pip_install(f"--requirement={requirements}")
    run(INTERPRETER, "-c", "import torch")
    for file, stamp in zip(with_included(requirements), stamps, strict=True):
        stamp.with_suffix(".new").write_text(digest(file))
        stamp.with_suffix(".new").replace(stamp)


def stale_libtorch() -> Iterator[Path]:
    """Builds of torch-sys that link a libtorch in another place than the one in .venv."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    folders = [torch / "lib" for torch in VENV.glob("lib/python*/site-packages/torch")]
    for output in target.glob("release/build/torch-sys-*/output"):
        for path in re.findall(r"^cargo:libtorch_lib=(.*)$", output.read_text(), flags=re.MULTILINE):
            if not any(Path(path).exists() and folder.samefile(path) for folder in folders):
                yield output


def main() -> None:
    """Brings .venv up to date with a requirements file."""
    requirements = ROOT / sys.argv[1]
    ensure_venv()
    if not is_installed(requirements):
        install(requirements)
    if any(stale_libtorch()):
        say("libtorch lies elsewhere than at the last build: torch-sys will be compiled again")
        run("cargo", "clean", "--quiet", "--release", "-p", "torch-sys")


if __name__ == "__main__":
    try:
        main()
    except SetupError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("error: interrupted; run the same command again to go on")
