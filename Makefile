# Two commands: make run, make test. All else is for those who work on the project.
ENV = deploy/python.sh deploy/environment.py
ARGS ?=
export PORT
.DEFAULT_GOAL := help
.PHONY: help run test pytest services bench load races year faults messages format clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: ## the server on http://127.0.0.1:8000/ (PORT=8001 for another port)
	@exec sh $(ENV) requirements.txt -m deploy.run --tether

test: ## everything that is checked: format, lint, types, imports, migrations, tests, browser
	@exec sh $(ENV) requirements-dev.txt -m deploy.check

pytest: ## some tests only: make pytest ARGS="tests/play -x"
	@exec sh $(ENV) requirements-dev.txt -m deploy.services pytest $(ARGS)

services: ## a shell with private PostgreSQL and Redis servers in DATABASE_URL and REDIS_URL
	@exec sh $(ENV) requirements-dev.txt -m deploy.services $${SHELL:-/bin/sh}

bench: ## the benchmarks' table
	@exec sh $(ENV) requirements-dev.txt -m tests.load.bench $(ARGS)

load: ## moves, sweeps, lists, mails, ratings and events, in one run (ARGS="moves mails" for some)
	@exec sh $(ENV) requirements-dev.txt -m tests.load $(ARGS)

races: ## 10,000 rounds of acts that meet on coupled matches
	@exec sh $(ENV) requirements-dev.txt -m deploy.services .venv/bin/python -m tests.load.races $(ARGS)

year: ## a whole year of events in simulated time (ARGS="--small" for some weeks)
	@exec sh $(ENV) requirements-dev.txt -m deploy.services .venv/bin/python -m tests.load.year $(ARGS)

faults: ## servers and workers killed, filled and stalled under load (ARGS="redis" for one)
	@exec sh $(ENV) requirements-dev.txt -m tests.load.faults $(ARGS)

messages: ## bring the catalogue of sentences to translate up to date
	@exec sh $(ENV) requirements-dev.txt -m deploy.messages

format: ## format and tidy the code
	@sh $(ENV) requirements-dev.txt -m ruff check --fix --quiet .
	@sh $(ENV) requirements-dev.txt -m ruff format .

clean: ## remove what can be made again (not var/: the data)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache var/static
