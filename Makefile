# make run     set up, then walk through the demo
# make test    set up, then check everything: style, types, tests, examples
# make bench   measure speed, memory and quality, small; each benchmark says what it skips
# make constraints   pin what the tests use to the versions that are installed now
# make clean   remove what the others made

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
RECIPE := pyproject.toml packages/models/pyproject.toml constraints.txt

# python3 when it will do, else the newest that will; PYTHON=/path/to/python overrides
SUITABLE := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python; do \
	"$$name" -c '$(SUITABLE)' >/dev/null 2>&1 && { command -v "$$name"; break; }; done)

.PHONY: run test bench constraints clean

run: $(VENV)/.run
	@$(BIN)/paraphrast demo
	@echo "Next: $(BIN)/paraphrast --help"
	@if $(BIN)/paraphrast serve --help >/dev/null 2>&1; then \
		echo "The workbench in your browser: $(BIN)/paraphrast serve, then http://127.0.0.1:8400"; fi

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2

bench: $(VENV)/.test
	@for file in $$(grep -l __main__ benchmarks/*.py); do echo "== $$file"; $(BIN)/python "$$file" || exit 1; done

constraints: $(VENV)/.test
	@sed -i.old '/==/d' constraints.txt && rm constraints.txt.old
	@$(BIN)/python -m pip freeze --exclude-editable | sed 's/+.*//' | tr 'A-Z_' 'a-z-' | sort >> constraints.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "paraphrast needs Python 3.11, 3.12 or 3.13; install one, or say make PYTHON=/path/to/python"; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) could not make a virtual environment; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.run: $(RECIPE) | $(VENV)/bin/python
	@echo "Installing paraphrast into $(VENV); the first time takes a minute or two"
	@$(PIP) --editable packages/models --editable '.[documents,plots,serve]'
	@touch $@

$(VENV)/.test: $(RECIPE) | $(VENV)/bin/python
	@echo "Installing paraphrast with all that its tests need into $(VENV); the first time takes some minutes"
	@$(PIP) --editable packages/models --editable '.[dev,train]'
	@touch $(VENV)/.run $@
