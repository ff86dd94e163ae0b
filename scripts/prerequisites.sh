#!/bin/sh
# Prints the Python interpreter to build with, or names on one line each what this machine lacks.
# Usage: scripts/prerequisites.sh [PYTHON]
# Only the shell's own commands are used, so that nothing else can be missing.
set -u
failed=0

missing() {
    echo "missing: $*" >&2
    failed=1
}

# Reads `rust-version = "1.90"` from Cargo.toml.
required_rust() {
    while read -r line; do
        case $line in
            'rust-version = "'*)
                line=${line#*\"}
                echo "${line%\"*}"
                return
                ;;
        esac
    done <Cargo.toml
}

check_rust() {
    required=$(required_rust)
    install="install it with rustup, see https://rustup.rs"
    if ! command -v cargo >/dev/null; then
        missing "cargo, the Rust toolchain $required or newer; $install"
    elif ! version=$(rustc --version 2>/dev/null); then
        missing "a working rustc $required or newer (rustc --version fails); $install"
    else
        version=${version#rustc }
        minor=${version#*.}
        minor=${minor%%.*}
        if [ "${version%%.*}" -eq 1 ] && [ "$minor" -lt "${required#*.}" ]; then
            missing "Rust $required or newer, found ${version%% *}; update it with: rustup update stable"
        fi
    fi
}

check_cpp() {
    compiler=${CXX:-c++}
    install="install g++ (Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++; macOS: xcode-select --install)"
    if ! command -v ${compiler%% *} >/dev/null || ! command -v cc >/dev/null; then
        missing "a C++ compiler (cc and $compiler); $install"
    elif ! printf '#include <vector>\nint main() { return 0; }\n' |
        $compiler -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
        missing "a C++ compiler that works ($compiler cannot compile a program of two lines); $install"
    fi
}

is_recent() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

can_make_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

# Takes the environment's own interpreter if there is one, so that a newer Python on the machine changes nothing.
find_python() {
    python=.venv/bin/python
    [ -z "$1" ] && is_recent "$python" && return
    without_venv=
    for python in ${1:-python3.13 python3.12 python3.11 python3.10 python3}; do
        if is_recent "$python"; then
            can_make_venv "$python" && return
            without_venv=${without_venv:-$python}
        fi
    done
    if [ -n "$without_venv" ]; then
        missing "the modules venv and ensurepip of $without_venv (Debian, Ubuntu: apt install python3-venv)"
    else
        missing "Python 3.10 or newer${1:+ ($1 is not)}; install it, or name one: make PYTHON=/path/to/python3"
    fi
}

check_rust
check_cpp
find_python "${1:-}"
[ "$failed" -eq 0 ] && echo "$python"
