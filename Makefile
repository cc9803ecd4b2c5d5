# One venv, one wheel. Tests run on the wheel that users get, never on the source tree.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The first Python on PATH that is new enough; only the venv and generators use it.
PYTHON ?= $(or $(shell for name in python3 python3.11 python3.12 python3.13 python3.14; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null \
		&& echo "$$name" && break; done),python3)
VENV ?= .venv

# Seconds for each fuzz target: in `make fuzz`, and in `make slow`.
FUZZ_SECONDS ?= 600
FUZZ_SLOW_SECONDS ?= 20
# One of json, requirement, path, frontmatter, manifest, zip_strict, archive_import and
# tar_import; all if empty.
FUZZ_TARGET ?=

BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PART := tools/part
# Everything that goes into the wheel, by content: a touched file costs nothing, a removed one counts.
WHEEL_HASH := $(shell tools/sources_hash)
WHEEL := $(STAMPS)/wheel-$(WHEEL_HASH)

# Cargo builds the binding against the interpreter of the venv, whichever one is on PATH.
export PYO3_PYTHON := $(abspath $(BIN)/python)
export PYTHONDONTWRITEBYTECODE := 1

# Where the shared vectors are, a test that skips for lack of them is a failure of the gate.
ifneq ($(wildcard $(or $(METIER_SHARED),../shared)),)
REQUIRE_SHARED := METIER_REQUIRE_SHARED=1
endif

.PHONY: help
help: ## Show the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' \
		| while IFS=$$'\t' read -r name text; do printf '  %-20s %s\n' "$$name" "$$text"; done

# --- what users of the repository run -------------------------------------------------------

.PHONY: demo
demo: $(WHEEL) ## Run the main job on the shipped examples
	@echo "metier check: every finding in the three example skills"
	@$(BIN)/metier check examples/skills
	@echo
	@echo "metier activate: a skill and its dependency, checked against a runtime, as messages"
	@$(BIN)/metier activate "org.example.review@^1" --from examples/skills \
		--tools examples/runtime/tools.json --knowledge engineering-policy

.PHONY: test
test: $(WHEEL) $(STAMPS)/group-test ## Run the tests (at most five minutes)
	@$(BIN)/pytest

.PHONY: slow
slow: $(WHEEL) $(STAMPS)/group-test $(STAMPS)/group-slow ## Run the long tests, and each fuzz target for a short while
	@$(PART) fuzz tools/fuzz --if-possible $(FUZZ_SLOW_SECONDS) $(FUZZ_TARGET)
	@$(REQUIRE_SHARED) $(BIN)/pytest -m slow

.PHONY: check
check: ## Run the whole gate, part by part; the first failure stops it
check: check-rustfmt check-clippy check-cargo-test check-cargo-doc check-ruff check-format \
	check-mypy check-typing check-stubs check-imports check-docstrings check-generated check-docs \
	check-licences check-tests check-sdist
	@echo "the gate is green"

.PHONY: fuzz
fuzz: ## Fuzz the core, FUZZ_SECONDS for each target, or FUZZ_TARGET alone
	@tools/fuzz $(FUZZ_SECONDS) $(FUZZ_TARGET)

.PHONY: bench
bench: $(WHEEL) $(STAMPS)/group-test $(STAMPS)/group-bench ## Measure the ratios and rewrite benches/RESULTS.md
	@$(BIN)/pytest --override-ini addopts= --override-ini filterwarnings= --import-mode=importlib \
		--benchmark-only --benchmark-columns=min,median,rounds --benchmark-warmup=on benches/test_functions.py
	@$(BIN)/python -m benches

.PHONY: docs
docs: $(WHEEL) $(STAMPS)/group-docs ## Build the documentation into docs/_build/html
	@$(BIN)/sphinx-build --quiet --fail-on-warning --nitpicky --keep-going docs docs/_build/html
	@echo "docs/_build/html/index.html"

.PHONY: format
format: $(STAMPS)/group-check ## Rewrite sources the way the gate wants them
	@cargo fmt --all
	@cargo fmt --manifest-path rust/fuzz/Cargo.toml
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

.PHONY: generate
generate: $(WHEEL) ## Write the files that are made from others: error codes, public stub, JSON Schema
	@$(PYTHON) tools/error_codes.py
	@$(PYTHON) tools/public_stub.py
	@$(BIN)/python tools/manifest_schema.py

.PHONY: generate-corpus
generate-corpus: $(WHEEL) ## Write the figures about real skills, where the corpus is
	@$(BIN)/python tools/corpus_table.py

.PHONY: clean
clean: ## Remove the venv and everything built
	@rm -rf $(VENV) target docs/_build dist

# --- the parts of the gate ------------------------------------------------------------------

.PHONY: check-rustfmt
check-rustfmt: ## Rust is formatted
	@$(PART) rustfmt cargo fmt --all --check
	@$(PART) "rustfmt of rust/fuzz" cargo fmt --manifest-path rust/fuzz/Cargo.toml --check

.PHONY: check-clippy
check-clippy: $(STAMPS)/venv ## Rust has no lint
	@$(PART) clippy cargo clippy --quiet --locked --workspace --all-targets -- -D warnings

.PHONY: check-cargo-test
check-cargo-test: $(STAMPS)/venv ## Rust tests pass
	@$(PART) "cargo test" cargo test --quiet --locked --workspace

.PHONY: check-cargo-doc
check-cargo-doc: $(STAMPS)/venv ## Rust documentation builds
	@RUSTDOCFLAGS="-D warnings" $(PART) "cargo doc" \
		cargo doc --quiet --locked --workspace --no-deps --document-private-items

.PHONY: check-ruff
check-ruff: $(STAMPS)/group-check ## Python has no lint
	@$(PART) "ruff check" $(BIN)/ruff check .

.PHONY: check-format
check-format: $(STAMPS)/group-check ## Python is formatted
	@$(PART) "ruff format" $(BIN)/ruff format --check .

.PHONY: check-mypy
check-mypy: $(WHEEL) $(STAMPS)/group-check ## The package type-checks, strictly
	@$(PART) mypy $(BIN)/mypy

# No configuration file: this is what the type checker of a user sees, in the installed wheel.
.PHONY: check-typing
check-typing: $(WHEEL) $(STAMPS)/group-check ## A user's code type-checks against the wheel
	@$(PART) "mypy on tests/typing" $(BIN)/mypy --config-file= --strict tests/typing

.PHONY: check-stubs
check-stubs: $(WHEEL) $(STAMPS)/group-check ## The stubs say what the modules are
	@$(PART) stubtest $(BIN)/python -m mypy.stubtest metier._core \
		--allowlist tools/stubtest.txt --mypy-config-file=pyproject.toml

.PHONY: check-imports
check-imports: $(WHEEL) $(STAMPS)/group-check ## Modules import only what stands below them
	@$(PART) import-linter $(BIN)/lint-imports --no-cache --no-logo

.PHONY: check-docstrings
check-docstrings: $(STAMPS)/group-check ## Everything public has a docstring
	@$(PART) interrogate $(BIN)/interrogate python tools benches

.PHONY: check-generated
check-generated: $(WHEEL) ## Files that are made from others are in step with them
	@$(PART) "error codes" $(PYTHON) tools/error_codes.py --check
	@$(PART) "public stub" $(PYTHON) tools/public_stub.py --check
	@$(PART) "manifest schema" $(BIN)/python tools/manifest_schema.py --check

.PHONY: check-docs
check-docs: $(WHEEL) $(STAMPS)/group-docs ## The documentation builds without a warning
	@$(PART) docs $(BIN)/sphinx-build --quiet --fail-on-warning --nitpicky --keep-going \
		--fresh-env docs docs/_build/html

.PHONY: check-licences
check-licences: $(WHEEL) ## Every dependency has a licence that fits
	@$(PART) licences $(BIN)/python tools/licences.py

.PHONY: check-tests
check-tests: $(WHEEL) $(STAMPS)/group-test ## The tests pass on the installed wheel
	@$(REQUIRE_SHARED) $(PART) pytest $(BIN)/pytest

.PHONY: check-sdist
check-sdist: $(WHEEL) ## A wheel built from the sdist, elsewhere, installs and works
	@$(PART) sdist tools/check_sdist $(BIN)

# --- the venv and what is in it -------------------------------------------------------------

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "metier needs Python 3.11 or newer; name one with: make PYTHON=python3.11 ..." >&2; exit 1; }
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --upgrade "pip>=25.1"
	@mkdir -p $(@D) && touch $@

$(STAMPS)/group-%: $(STAMPS)/venv pyproject.toml
	@echo "installing the $* group"
	@$(PIP) install --group $*
	@touch $@

$(WHEEL): | $(STAMPS)/venv
	@command -v cargo > /dev/null \
		|| { echo "metier is built with cargo: install a Rust toolchain of 1.88 or newer" >&2; exit 1; }
	@echo "building the wheel"
	@rm -rf target/wheels $(STAMPS)/wheel-*
	@$(PIP) wheel --no-deps --wheel-dir target/wheels .
	@$(PIP) install --force-reinstall --no-deps target/wheels/metier-*.whl
	@$(PIP) install target/wheels/metier-*.whl
	@touch $@
