# Every target sets up what it needs. `make help` lists them.

PYTHON ?= python3
ARGS ?=
# For example PYTEST_ARGS="-k whist"; on all cores unless it says otherwise.
PYTEST_ARGS ?= -n auto

PIP_INSTALL := pip install --disable-pip-version-check -q
# Directories are listed too: only their time stamps show that a file was removed.
SOURCES := $(shell find src/houserules -not -name '__pycache__' -not -name '*.py[co]') pyproject.toml setup.py
CHECKED := $(sort $(dir $(wildcard src/*/*.py tests/*.py examples/*.py bench/*.py tools/*.py))) setup.py

# A CC that the user sets is the only candidate. Otherwise the compiler that Python was built with is not always the
# one that is installed, so the usual names are tried as well. A compiler without Python's headers is of no use here.
USER_CC := $(if $(filter default undefined,$(origin CC)),,$(CC))
FIND_COMPILER = \
	headers=$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))') || exit 0; \
	built_with=$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")'); \
	output=$$(mktemp) || exit 0; \
	for cc in $(if $(USER_CC),"$(USER_CC)","$$built_with" cc gcc clang); do \
		if $$cc -I"$$headers" -include Python.h -shared -fPIC -x c /dev/null -o "$$output" 2>/dev/null; \
			then echo "$$cc"; break; fi; done; \
	rm -f "$$output"
COMPILER := $(shell $(FIND_COMPILER))
# The best build that can be made on this machine.
BEST := $(if $(COMPILER),compiled,interpreted)
# The best build runs every test, the other one those that depend on the kernel. It may be that none of those was asked
# for: pytest calls that error 5.
ON_OTHER_BUILD := -m "not one_build" || test $$? = 5

# What is tested is the installed package, so nothing may lead to the source instead.
unexport PYTHONPATH PYTHONHOME

# Both builds use the directory build/.
.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help test test-interpreted test-compiled lint types play serve join bench pictures clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' $(MAKEFILE_LIST)

test: lint types test-interpreted $(if $(COMPILER),test-compiled) ## run all checks, on both builds
	@$(if $(COMPILER),:,echo "No working C compiler with Python headers: only the interpreted build was tested.")

test-interpreted test-compiled: test-%: .venv/%/installed ## run the tests, the README and the examples on one build
	@.venv/$*/bin/python -P -c "$$CHECK_BUILD" $*
	@echo "== $* build"
	@$(FIND_TMUX)
	@$(FIND_NODE)
	@$(FIND_COLYSEUS)
	@$(FIND_CHROMIUM)
	@$(FIND_WEB)
	@$(FIND_POSTGRES)
	@.venv/$*/bin/python -P -m pytest $(PYTEST_ARGS) $(if $(filter $*,$(BEST)),,$(ON_OTHER_BUILD))
# The fences of code blocks would count as expected output.
	@sed 's/^```.*//' README.md > .venv/README.md
	@.venv/$*/bin/python -P -W error -m doctest -o ELLIPSIS .venv/README.md
	@set -e; for example in $(wildcard examples/*.py); do \
		.venv/$*/bin/python -W error $$example < /dev/null > .venv/example.log 2>&1 || \
		{ cat .venv/example.log; echo "$$example failed on the $* build" >&2; exit 1; }; done

lint: .venv/interpreted/installed ## check style and format
	@.venv/interpreted/bin/ruff check -q $(CHECKED)
	@.venv/interpreted/bin/ruff format -q --check $(CHECKED) || \
		{ .venv/interpreted/bin/ruff format --check $(CHECKED); exit 1; }

types: .venv/interpreted/installed ## check types, also those of the page
	@.venv/interpreted/bin/mypy $(CHECKED)
	@$(FIND_WEB)
	@test ! -d .venv/web/node_modules/typescript || .venv/web/node_modules/.bin/tsc -p jsconfig.json

play: .venv/play/installed ## play: make play ARGS="..."
	@HOUSERULES_MAKE=1 .venv/play/bin/houserules play $(ARGS)

serve: .venv/serve/installed ## serve tables on http://localhost:8000; for friends in your network: make serve ARGS="--host 0.0.0.0"
	@HOUSERULES_MAKE=1 .venv/serve/bin/houserules serve $(ARGS)

join: .venv/serve/installed ## sit down at a table on a server: make join ARGS="LINK"
	@HOUSERULES_MAKE=1 .venv/serve/bin/houserules join $(ARGS)

bench: .venv/$(BEST)/installed ## run the benchmarks on the best build: make bench ARGS="..."
	@.venv/$(BEST)/bin/houserules bench $(ARGS)

pictures: .venv/$(BEST)/installed ## take the pictures of the README and of docs/browser-pictures.md anew
	@.venv/$(BEST)/bin/python -m tests.terminal_shot docs/pictures/terminal.webp
	@.venv/$(BEST)/bin/python -m tests.web_shots docs/pictures --docs

clean: ## remove everything that was built
	rm -rf .venv build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The package is not installed as editable: its compiled modules would hide later edits of their source.
.venv/interpreted/installed .venv/compiled/installed: .venv/%/installed: $(SOURCES)
	@$(MAKE_VENV)
	@HOUSERULES_BUILD=$* $(if $(COMPILER),CC="$(COMPILER)") .venv/$*/bin/$(PIP_INSTALL) '.[dev]'
	@touch $@

# A player and a host need no tools for development, and get the best build without having to know which one that is.
.venv/serve/installed: EXTRAS := [server]
.venv/play/installed .venv/serve/installed: .venv/%/installed: $(SOURCES)
	@$(MAKE_VENV)
	@echo "Installing House Rules into .venv/$*$(if $(COMPILER), and compiling its kernel): this takes a minute or three, and only after a change."
	@begin=$$(date +%s); $(if $(COMPILER),CC="$(COMPILER)") .venv/$*/bin/$(PIP_INSTALL) '.$(EXTRAS)' && \
		echo "Installed in $$(($$(date +%s) - begin)) seconds."
	@.venv/$*/bin/python -P -c "$$CHECK_BUILD" compiled 2>/dev/null || \
		echo "The kernel could not be compiled here: the games run interpreted, which is slower."
	@touch $@

# Debian keeps a part of venv in a package of its own. A left-over build/ would put deleted modules into the wheel.
define MAKE_VENV
set -e; rm -rf build; \
if ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
	echo "$(PYTHON) is not Python 3.11 or later; set PYTHON to one that is." >&2; exit 1; fi; \
if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv >/dev/null; \
	else \
		echo "$(PYTHON) cannot create virtual environments; install its venv package (python3-venv)." >&2; exit 1; \
	fi; fi; \
test -x $(@D)/bin/pip || { echo "Setting up $(@D)"; $(PYTHON) -m venv --clear $(@D); }
endef

# Matches are played in a real terminal too. Where none can be had, those tests say so and are skipped.
define FIND_TMUX
command -v tmux >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y tmux >/dev/null; } || \
	echo "There is no tmux: the tests in a real terminal are skipped."
endef

# JavaScript reads what the package writes. Where it cannot be had, that test says so and is skipped.
define FIND_NODE
test -d .venv/node/node_modules/ajv || { command -v npm >/dev/null || { test "$$(id -u)" = 0 && \
	command -v apt-get >/dev/null && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y nodejs npm >/dev/null; }; } && \
	{ test -d .venv/node/node_modules/ajv || \
	npm install --prefix .venv/node --silent --no-audit --no-fund --no-save ajv@8 >/dev/null; } || \
	echo "There is no node with its package ajv: the test in JavaScript is skipped."
endef

# Clients that were written for Colyseus are tested with four generations of its SDK, each by a name of its own. Where
# they cannot be had, those tests say so and are skipped.
COLYSEUS_SDKS := sdk15@npm:colyseus.js@0.15.28 sdk16@npm:colyseus.js@0.16.22 \
	sdk17@npm:@colyseus/sdk@0.17.43 sdk18@npm:@colyseus/sdk@0.18.4
define FIND_COLYSEUS
test -d .venv/colyseus/node_modules/sdk18 || { command -v npm >/dev/null && \
	npm install --prefix .venv/colyseus --silent --no-audit --no-fund --no-save $(COLYSEUS_SDKS) >/dev/null; } || \
	echo "There is no node with the SDKs of Colyseus: the tests with them are skipped."
endef

# The database of a server is tested on a real PostgreSQL too. The tests start a cluster of their own, so Debian is told to
# make none while it installs the package. Where it cannot be had, those tests say so and are skipped.
NO_CLUSTER := /etc/postgresql-common/createcluster.d/houserules-tests.conf
define FIND_POSTGRES
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { test "$$(id -u)" = 0 && \
	command -v apt-get >/dev/null && apt-get update -qq && mkdir -p $(dir $(NO_CLUSTER)) && \
	echo 'create_main_cluster = false' > $(NO_CLUSTER) && \
	{ DEBIAN_FRONTEND=noninteractive apt-get install -qq -y postgresql >/dev/null; done=$$?; \
	rm -f $(NO_CLUSTER); test $$done = 0; }; } || \
	echo "There is no PostgreSQL: the tests on it are skipped."
endef

# People play by the page in a real browser. Where none can be had, those tests say so and are skipped.
define FIND_CHROMIUM
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null; } || \
	echo "There is no Chromium: the tests in a browser are skipped."
endef

# The page is checked by TypeScript, which reads the types in its comments, and by axe, which reads pages as a screen reader
# does. Where they cannot be had, those checks say so and are skipped.
WEB_TOOLS := typescript@5.9.3 axe-core@4.14.0
define FIND_WEB
{ test -d .venv/web/node_modules/typescript && test -d .venv/web/node_modules/axe-core; } || { command -v npm >/dev/null || \
	{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y nodejs npm >/dev/null; }; } && \
	{ test -d .venv/web/node_modules/axe-core || \
	npm install --prefix .venv/web --silent --no-audit --no-fund --no-save $(WEB_TOOLS) >/dev/null; } || \
	echo "There is no node with typescript and axe-core: the types and the accessibility of the page are not checked."
endef

# Fails unless the package comes from this environment, and every module of the kernel and a part of what else is compiled
# is of the build asked for.
define CHECK_BUILD
import importlib, pkgutil, sys
import houserules.kernel as kernel
suffix = ".py" if sys.argv[1] == "interpreted" else (".so", ".pyd")
names = [kernel.__name__, *(m.name for m in pkgutil.iter_modules(kernel.__path__, kernel.__name__ + "."))]
names += ["houserules.table.table", "houserules.server.telling"]
files = [importlib.import_module(name).__file__ for name in names]
wrong = [file for file in files if not (file.startswith(sys.prefix) and file.endswith(suffix))]
sys.exit(f"not from the {sys.argv[1]} build: {wrong}" if wrong else 0)
endef
export CHECK_BUILD
