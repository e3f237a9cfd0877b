# `make verify` and `make test` are all the set-up there is.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# what `make axe` fetches; it is no part of this repository
AXE := 4.14.1
AXE_SHA256 := 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

# what needs the programs that `make verified` builds; skipped by `make test` where they are not there
COQ_TESTS := NETPROOF_TESTS=coq $(BIN)/python -m pytest -q tests/proofs/test_checkers.py tests/proofs/test_coq.py tests/proofs/test_named.py tests/proofs/test_numbers.py tests/proofs/test_plane.py tests/proofs/test_programs.py tests/proofs/test_theorem4.py tests/proofs/test_theorem41.py tests/proofs/test_verified.py tests/proofs/test_zeros.py

.PHONY: help axe verify decided sweep report test test-all lint pages types check-certificates certificates torch bench bench-gpu bench-decide attack reliability mutation-score jump-pairs weierstrass-floats experiments rows scripts coq coqchk coq-theorems coq-tests coq-mutants verified verified-gmp figures clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 22

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "netproof needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,export]'
	@touch $(READY)

verify: $(READY) ## run every claim there is, write the report and say where it is
	$(BIN)/verify run --all --fresh
	$(BIN)/verify sweep --all --grid eps=1/5,1/10 --grid d=2,4 --f "abs(x-1/3)" --f "sin(3*x)" --f "x**2"
	$(BIN)/verify sweep fl layeract weierstrass sumformer
	$(BIN)/verify report --html --pdf

decided: $(READY) ## whether the last run of all claims decided each (after make verify)
	$(BIN)/python -m tests.decided

test: $(READY) ## the tests, of what is promised of many things a share drawn by the commit (minutes)
	$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

test-all: $(READY) ## every case of every test (most of an hour)
	NETPROOF_TESTS=all $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

lint: $(READY) ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

axe: ## axe-core, for the tests of the pages' accessibility in a browser (from npm; beside Chromium)
	npm install --no-save --ignore-scripts --silent --prefix .axe axe-core@$(AXE)
	echo "$(AXE_SHA256)  .axe/node_modules/axe-core/axe.min.js" | sha256sum -c

pages: $(READY) ## every page of the last report in Chromium: errors, widths, links, axe-core (after make axe)
	$(BIN)/python -m tests.reports.every_page

types: $(READY) ## mypy
	$(BIN)/mypy

check-certificates: $(READY) ## the kernel on every certificate of the last run
	$(BIN)/verify check reports/out/certificates/*.json

certificates: $(READY) ## search all certificates again and keep them (minutes)
	$(BIN)/python -m proofs.certify

sweep: $(READY) ## every sweep, of 16 functions for every layer (minutes); then make report
	$(BIN)/verify sweep --all --grid eps=1/5,1/10,1/20 --grid d=2,3,4,8 --f @standard
	$(BIN)/verify sweep fl layeract weierstrass sumformer

report: $(READY) ## the report of the last run and sweep
	$(BIN)/verify report --html --pdf

torch: $(READY) ## torch, for the tests and sweeps that can use it (asked for: may be large)
	$(BIN)/python -m pip install --quiet -e '.[torch]'

bench: $(READY) ## benchmarks, as ratios from one run
	$(BIN)/python benchmarks/bench_start.py --longer --keep docs/figures/benchmarks.json
	$(BIN)/python benchmarks/bench_run.py --keep docs/figures/benchmarks.json
	$(BIN)/python benchmarks/bench_steps.py --keep docs/figures/benchmarks.json
	$(BIN)/python benchmarks/bench_scaling.py --keep docs/figures/scaling.json
	$(BIN)/python benchmarks/bench_sweep.py
	$(BIN)/python benchmarks/bench_supnorm.py
	$(BIN)/python benchmarks/bench_norms.py
	$(BIN)/python benchmarks/bench_building.py
	$(BIN)/python benchmarks/bench_step_networks.py
	$(BIN)/python benchmarks/bench_routes.py
	$(BIN)/python benchmarks/bench_checkers.py

bench-gpu: ## step networks on every CUDA device and the CPU; needs numpy and torch alone, no set-up
	PYTHONPATH=. $(PYTHON) benchmarks/bench_steps.py

bench-decide: $(READY) ## statements of the field, true and false, by verify decide, z3, cvc5 and searches (an hour)
	$(BIN)/python benchmarks/bench_decide.py --keep docs/figures/decide.json

attack: $(READY) ## look for exact data against everything that is proved (an hour)
	$(BIN)/verify attack --all

reliability: $(READY) ## what is promised, tried many times (minutes); writes docs/figures/reliability.json
	$(BIN)/python -m tests.campaigns --keep

mutation-score: $(READY) ## every small change of the kernel must fail a test of it (minutes)
	$(BIN)/python -m tests.campaigns.mutation_score

jump-pairs: $(READY) ## ReLU networks of jump pairs, exactly, for 400 functions (a minute)
	$(BIN)/python -m tests.campaigns.jump_pairs

weierstrass-floats: $(READY) ## Newton's iteration over all bfloat16, float16 and float32 inputs (many minutes)
	$(BIN)/python -m tests.campaigns.weierstrass_floats

experiments: $(READY) ## the papers' experiments again (minutes; make torch first); kept in docs/figures/experiments
	$(BIN)/verify experiment --keep

rows: $(READY) ## rows of mpmath, sympy and z3 that are missing or of other code, kept (minutes)
	$(BIN)/python -m verify.keep_rows

scripts: $(READY) ## find every proof again from its source, with its time (an hour)
	$(BIN)/python -m proofs.scripts

coq: $(READY) ## where Coq is installed: Sumformer's Theorem 2.12, then all certificates of the last run, and which theorem stands for which claim
	@sh proofs/coq/check.sh; ended=$$?; $(BIN)/python -m proofs.verified --claims --keep && $(COQ_TESTS) && exit $$ended

verified: $(READY) ## certificates and proved claims of the last run by the checker that Coq proved, where Coq is installed
	@$(BIN)/python -m proofs.verified --claims --keep && $(COQ_TESTS)

verified-gmp: $(READY) ## the same by the program that computes with GMP, which is faster and has more to be believed
	@$(BIN)/python -m proofs.verified --claims --keep --checker verified-gmp && $(COQ_TESTS)

coqchk: $(READY) ## the same, and Coq's separate checker on that proof and its libraries (many minutes)
	@$(BIN)/python -m proofs.verified --claims --keep --coqchk && $(COQ_TESTS)

coq-theorems: $(READY) ## proved statements as theorems of Coq, in reports/out/coq
	@$(BIN)/python -m proofs.plain --all --seconds 600 --keep

coq-tests: $(READY) ## the tests that need what make verified builds, which runs them, too
	@$(COQ_TESTS)

coq-mutants: $(READY) ## damaged certificates by the three checkers; each difference is explained (many minutes)
	@$(BIN)/python -m tests.campaigns.three_checkers --keep

figures: $(READY) ## the figures that documents quote
	$(BIN)/python -m verify.figures

clean: ## remove the environment and generated files
	rm -rf $(VENV) reports/out .mypy_cache .pytest_cache .ruff_cache
