# Builds, tests and trains kumalak. `make` lists the targets.
#
# Every cargo command uses the profile `release` and the environment exported here, so that libtorch's C++ shim
# (torch-sys, minutes) is compiled once for clippy, tests, benches and the program alike.

# Which settings `make train` uses and where it keeps the run.
CONFIG = configs/quick.toml
RUN = runs/quick
# The interpreter of .venv, if it should not be the newest that fits: make PYTHON=python3.12
PYTHON =
# A package index that PyTorch alone is taken from: make TORCH_INDEX=<url of a CPU-only index>
TORCH_INDEX ?=
# Anything makes `make test` run although nothing changed: make test FORCE=1
FORCE ?=

VENV := $(CURDIR)/.venv
PY := .venv/bin/python
TARGET := $(or $(CARGO_TARGET_DIR),target)
TESTED := $(TARGET)/tested
PROGRAM := $(TARGET)/release/kumalak

# maturin sets variables that pyo3's build looks at. In a folder of its own it does not undo what cargo built, nor cargo
# what it built.
BINDINGS := --release --manifest-path python/Cargo.toml --target-dir $(TARGET)/python

# torch-sys and pyo3 ask for the Python of VIRTUAL_ENV; an active conda environment would mislead pyo3 and maturin.
export VIRTUAL_ENV := $(VENV)
export PATH := $(VENV)/bin:$(PATH)
export TORCH_INDEX
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-dev build train test check lint lint-format lint-rust lint-python format \
        python test-rust test-python test-notebooks bench wheel docs clean distclean

help:
	@echo 'make train      set up, build and train with CONFIG=$(CONFIG) in RUN=$(RUN); resumes an unfinished run'
	@echo 'make test       set up, build and check everything; FORCE=1 runs it although nothing changed'
	@echo
	@echo 'make build      the program, $(PROGRAM)'
	@echo 'make lint       formatting, clippy, documentation, ruff, mypy and stubs'
	@echo 'make format     formats all Rust and Python code'
	@echo 'make python     the Python package, into .venv'
	@echo 'make bench      the benchmarks'
	@echo 'make wheel      a Python wheel in dist/'
	@echo 'make docs       the documentation of the crates, target/doc'
	@echo 'make setup      only .venv with PyTorch; setup-dev adds the tools of the tests'
	@echo 'make clean      removes what was built; distclean removes .venv too'
	@echo
	@echo 'PYTHON=python3.12 chooses the interpreter of a new .venv, TORCH_INDEX=<url> the index for PyTorch alone.'

# --- setting up ---

setup:
	@python=$$(scripts/prerequisites.sh "$(PYTHON)") && "$$python" scripts/setup_venv.py requirements.txt

setup-dev:
	@python=$$(scripts/prerequisites.sh "$(PYTHON)") && "$$python" scripts/setup_venv.py requirements-dev.txt

# --- the program ---

build: setup
	@echo '==> building the program (minutes the first time)'
	@cargo build --release --bin kumalak

train: build
	@if [ -e '$(RUN)/config.toml' ]; then \
	    echo '==> $(RUN) holds a run: going on with its own settings, or showing its results if it is finished'; \
	    echo '    (make train RUN=<folder> begins another)'; \
	    $(PROGRAM) train --resume --run '$(RUN)'; \
	else \
	    echo '==> training with $(CONFIG) in $(RUN)'; \
	    $(PROGRAM) train --config '$(CONFIG)' --run '$(RUN)'; \
	fi

# --- checks ---

test: setup-dev
	@digest=$$($(PY) scripts/source_digest.py); \
	if [ -z '$(FORCE)' ] && [ -n "$$digest" ] && [ "$$digest" = "$$(cat $(TESTED) 2>/dev/null)" ]; then \
	    echo '==> nothing changed since the last green run, nothing run (make test FORCE=1 runs everything)'; \
	else \
	    $(MAKE) --no-print-directory check && echo "$$digest" >$(TESTED); \
	fi

# What needs least comes first.
check: lint-format lint-rust test-rust lint-python test-python test-notebooks
	@echo '==> all checks passed'

lint: lint-format lint-rust lint-python

lint-format: setup-dev
	@echo '==> formatting (cargo fmt, ruff) and ruff'
	@cargo fmt --all --check
	@ruff format --check --quiet
	@ruff check --quiet

lint-rust: setup-dev
	@echo '==> clippy'
	@cargo clippy --release --workspace --all-targets -- --deny warnings
	@echo '==> documentation of the crates'
	@RUSTDOCFLAGS='--deny warnings' cargo doc --release --workspace --no-deps --quiet

test-rust: setup-dev
	@echo '==> Rust tests'
	@if cargo nextest --version >/dev/null 2>&1; then \
	    cargo nextest run --release; \
	else \
	    cargo test --release --lib --bins --tests; \
	fi
	@echo '==> examples in the documentation'
	@cargo test --release --doc

python: setup-dev
	@echo '==> building the Python package'
	@maturin develop $(BINDINGS)

lint-python: python
	@echo '==> types (mypy) and stubs against the module'
	@$(PY) -m mypy
	@$(PY) -m mypy.stubtest kumalak._kumalak

test-python: python
	@echo '==> Python tests'
	@$(PY) -m pytest

test-notebooks: python
	@echo '==> notebooks'
	@$(PY) -m pytest --nbmake -W default notebooks

format: setup-dev
	@cargo fmt --all
	@ruff format
	@ruff check --fix

# --- conveniences ---

bench: python
	@cargo bench --workspace --exclude kumalak-python --bench '*'
	@echo '==> the vectorized environment from Python'
	@$(PY) python/benches/vec_env.py

wheel: setup-dev
	@maturin build $(BINDINGS) --out dist

docs: setup
	@cargo doc --release --workspace --no-deps
	@echo 'open $(TARGET)/doc/kumalak_env/index.html'

clean:
	rm -rf $(TARGET) dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf .venv
