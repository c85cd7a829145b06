# Every target is one call of dev.py, which needs Python 3.11 and nothing else.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
TARGETS = setup run test lint lock e2e bench chaos nightly demo

.PHONY: $(TARGETS)
$(TARGETS):
	@$(if $(PYTHON),$(PYTHON) dev.py $@ $(ARGS),echo "Python 3.11 or newer was not found. Install it, or name it: make $@ PYTHON=/path/to/python3.11" >&2; exit 1)
