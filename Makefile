# Every command of the project. `make` alone lists them.
#
# The first run sets up .venv with the pinned versions of constraints.txt; later ones find the stamp and start at once.

PYTHON ?=
ARGS ?=
WORKERS ?= 2
N ?= 20

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PINNED := pyproject.toml constraints.txt src/coatl/version.py
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist=loadfile
RULES_TESTS := tests/engine tests/board tests/card tests/property tests/leaks tests/perft

.DEFAULT_GOAL := help
.PHONY: help play test check bench bench-server kills format golden clean

help: ## Lists these targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  ARGS="…" passes options on: make play ARGS="--solo", make test ARGS="-k adam"; PYTHON=… names the Python to use.'

play: $(READY) ## Starts a board game in the terminal; ARGS="--solo" plays against ADAM.
	@$(BIN)/coatl play board $(ARGS)

test: $(READY_DEV) ## Runs every test, then those of the rules again as plain Python and with bounds checks.
	$(PYTEST) $(ARGS)
	@echo "The rules once more, as plain Python:"
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(RULES_TESTS) $(ARGS)
	@echo "The rules once more, compiled with every index checked:"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(RULES_TESTS) $(ARGS)

check: $(READY_DEV) ## Checks style, formatting, strict types and the layers of imports.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(READY_DEV) ## Measures the speed of the engine: prints a table and writes bench.json.
	$(BIN)/python -m tests.bench $(ARGS)

bench-server: $(READY_DEV) ## Measures the server under load: prints a table and writes bench-server.json.
	$(BIN)/python -m tests.bench_server $(ARGS)

kills: $(READY_DEV) ## Kills a server under load again and again and looks for lost moves; N=200 says how often.
	$(BIN)/python -m tests.server.killing $(N)

format: $(READY_DEV) ## Formats the code and mends what can be mended by itself.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

golden: $(READY_DEV) ## Plays the golden games anew; read the difference before you commit it.
	$(BIN)/python -m tests.golden $(ARGS)

clean: ## Removes .venv, caches and builds; the next command sets up anew.
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache bench.json bench-server.json
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): $(PINNED) | $(BIN)/python
	@echo "Installing Cóatl and what it needs (once; about a minute) …"
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(READY_DEV): $(PINNED) | $(BIN)/python
	@echo "Installing Cóatl and what its tests need (once; about a minute) …"
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $(READY) $@

$(BIN)/python:
	@python=; \
	for candidate in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		found=$$($(or $(PYTHON),python3) --version 2>/dev/null || echo "not there"); \
		echo "Cóatl needs Python 3.11 or newer, and $(or $(PYTHON),python3) is $$found." >&2; \
		echo "Install one, or name it: make play PYTHON=/path/to/python3.12" >&2; \
		exit 1; \
	fi; \
	echo "Making .venv with $$("$$python" --version) …"; \
	"$$python" -m venv --clear .venv || { \
		rm -rf .venv; \
		echo "This Python cannot make virtual environments; Debian and Ubuntu have that in the package python3-venv." >&2; \
		exit 1; \
	}
