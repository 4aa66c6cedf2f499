# smarttable: `make help` lists what there is. Each target sees to its own set-up (.ci/setup.sh).

PY := .venv/bin/python
ARGS ?=
UV ?= uv
# two more than there are cores: many tests wait for a process, a browser or a limit
WORKERS ?= $(shell expr $$(nproc) + 2)
# a file's tests stay together: they share ports, processes and pages; tests/conftest.py has the order
PARALLEL := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
BENCHMARKS := $(sort $(wildcard benchmarks/*.py))
PICTURES := $(sort $(wildcard tests/*/shoot*.py))

# tests start hundreds of processes: where this is set, each of them compiles every module anew
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help docs demo test test-fast lint bench bench-smoke soak pictures wheel lock clean setup-run setup-dev

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: setup-run ## play recorded hands at a simulated table; ARGS="--hands 5 --speed 20", ARGS="--game horse"
	@.venv/bin/smarttable demo $(ARGS)

test: setup-dev ## run every test; ARGS="-k name" picks some
	@$(PY) -m pytest $(PARALLEL) $(ARGS)

test-fast: setup-dev ## run the tests that take no long time
	@$(PY) -m pytest $(PARALLEL) -m "not slow" $(ARGS)

lint: setup-dev ## check style and types
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

bench: setup-dev ## measure every figure we claim
	@set -e; for file in $(BENCHMARKS); do echo "== $$file"; $(PY) $$file $(ARGS); done

bench-smoke: setup-dev ## run each benchmark once, shortly: does it still work?
	@set -e; for file in $(BENCHMARKS); do echo "== $$file --smoke"; $(PY) $$file --smoke; done

soak: setup-dev ## long randomised runs with a dated report in reports/; MINUTES=60 KILLS=1000
	@.ci/soak.sh

wheel: setup-dev ## build the wheel into dist/
	@$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

docs: setup-dev ## renew docs/asyncapi.yaml, docs/openapi.yaml, the ACL of systemd/mosquitto and the made parts of other pages
	@$(PY) -m controller.published docs
	@$(PY) -m controller.published.mosquitto > systemd/mosquitto/acl
	@$(PY) -m controller.published.ruled_words > controller/web/ruled.words.js
	@$(PY) -m sim.scenario.page docs/scenarios.md
	@$(PY) -m controller.cli rules coverage --mutate --page > docs/coverage.md
	@$(PY) -m sim.torture.page docs/torture.md
	@$(PY) -m controller.cli explain --page > docs/errors.md
	@$(PY) -m controller.cli rules --page > docs/rules.md

pictures: setup-dev ## make the pictures in docs/ from the real pages
	@set -e; for file in $(PICTURES); do echo "== $$file"; PYTHONPATH=. $(PY) $$file; done

lock: ## resolve the locks anew from pyproject.toml (needs uv)
	@UV="$(UV)" .ci/lock.sh

clean: ## remove what was built, the environment too
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist reports
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run:
	@.ci/setup.sh run

setup-dev:
	@.ci/setup.sh dev
