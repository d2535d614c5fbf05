# Two commands are all a newcomer needs: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Install a Debian package, where we may. What the tests need is listed in tests/packages.sh.
DEBIAN := sh -c '[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$$@" >/dev/null' debian

.PHONY: play test lint types page-check packages unit check soak phrases release clean

play: $(VENV)/.installed
	$(BIN)/grognard serve --open

# Debian's packages come while Python's do. Lint, types and the page's check go beside the tests: two processors have room
# for both.
test: $(VENV)/.installed
	@$(MAKE) --no-print-directory --jobs 2 packages $(VENV)/.tested
	@$(MAKE) --no-print-directory --jobs 2 unit lint types page-check

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Grognard needs Python 3.11 or newer."; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); $(DEBIAN) python3-venv && $(PYTHON) -m venv $(VENV); } \
	  || { echo "Grognard needs a package that only root can install: apt-get install python3-venv"; exit 1; }
	@echo "The first start takes about a minute. 1 of 2: fetching what Grognard needs …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@echo "2 of 2: preparing the games …"
	@$(BIN)/python -m compileall -q src  # the first start is as quick as the next
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

lint: $(VENV)/.tested
	$(BIN)/ruff check src tests bench examples

types: $(VENV)/.tested
	$(BIN)/mypy

# The page's JSDoc types and lint, wherever Node is at hand; elsewhere said to be skipped.
page-check: $(VENV)/.tested
	@sh tests/page_check.sh

# Chromium and whatever else the tests need of the machine; with LENGTH=--soak also what only `make soak` needs.
packages:
	@sh tests/packages.sh $(LENGTH)

# Each worker goes through its part of the files in order, so that what a file's tests share is made once; what takes long
# comes first (tests/worker_order.py). Four of them on two processors: browsers, clocks and processes are waited for.
WORKERS := -n 4 --dist worksteal
# After a clone pytest has to read every test and write down what it made of it, which takes half a minute: one does so
# for all workers, while the types are checked on the other processor.
READ = test -n "$(PYTEST)" || test -d tests/__pycache__ || $(BIN)/pytest --collect-only -qq >/dev/null 2>&1
# PYTEST chooses some of the tests: make unit PYTEST=tests/test_kernel.py
PYTEST ?=
unit: export PYTHONDONTWRITEBYTECODE =
unit: $(VENV)/.tested packages
	@$(READ) || true
	$(BIN)/pytest $(WORKERS) --durations=25 $(PYTEST)

# While one works, in less than a minute: lint, types, and the quick tests of what differs from main.
check: lint types
	@$(BIN)/python tests/changed_tests.py | xargs --no-run-if-empty $(BIN)/pytest $(WORKERS) -m "not browser"

# Everything at length: see CONTRIBUTING.
soak: LENGTH := --soak
soak: packages lint types page-check
	$(BIN)/pytest $(WORKERS) --durations=25 --soak
	$(BIN)/python bench/mutations.py
	bash tests/fresh.sh
	bash tests/container.sh

# Whatever each game says, in build/phrases/, with what is wrong with it: for an editor.
GAMES ?= 20
phrases: $(VENV)/.tested
	mkdir -p build/phrases
	for game in iwojima ichigo whitesun formosa nemesis; do \
	  $(BIN)/python tests/phrases.py $$game --games $(GAMES) --faults >build/phrases/$$game.txt; done

# A wheel and a source package, in dist/.
release: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check build
	rm -rf dist
	$(BIN)/python -m build --quiet

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
