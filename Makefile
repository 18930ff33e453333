# `make help` lists the targets. Needs Python 3.11 or newer with venv, a C compiler and GNU make.

PYTHON ?= python3
CC ?= cc
# The CPU build: the plain name brings gigabytes of CUDA libraries. TORCH= installs none.
TORCH ?= torch==2.13.0+cpu
# LLVM 20.1, beside the LLVM 22.1 of the virtual environment.
LLVM20 ?= llvmlite==0.47.*

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
step = @printf '\033[1m== %s\033[0m\n'

C_SOURCES := $(wildcard cengine/src/*.c)
C_HEADERS := $(wildcard cengine/src/*.h cengine/include/*.h)
NATIVE := $(C_SOURCES) $(C_HEADERS) $(wildcard python/twinkern/native/build_native.py)
C_TESTS := $(wildcard cengine/tests/*.c)
C_FLAGS := -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -fPIC -fvisibility=hidden -MMD -MP \
	-Icengine/include -Icengine/src
# Small arena chunks: the test of failing allocations then fails nearly every request.
C_SANITIZERS := -DTWK_LARGEST_CHUNK=128 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
C_OBJECTS := $(C_SOURCES:cengine/src/%.c=build/cengine/%.o)
C_CHECKED := $(C_SOURCES:cengine/src/%.c=build/sanitized/%.o)
C_PROGRAMS := $(C_TESTS:cengine/tests/%.c=build/sanitized/tests/%)

# How often each case is changed for the C engine to read, in c-test; how long c-fuzz runs, and by which compiler.
C_MUTATIONS := 60
FUZZ_SECONDS ?= 120
CLANG ?= $(firstword $(foreach name,clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14,\
	$(shell command -v $(name))))

.PHONY: help setup run test test-full lint gen gen-check cengine c-test c-fuzz pytest bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: build/installed.stamp ## make .venv with all dependencies and build the extension

run: setup ## compute a few convolutions in the simulator and check them
	$(step) "run"
	@$(BIN)/twinkern prove 'showpiece_*'

test: setup ## everything that must hold before a commit
	@$(MAKE) lint gen-check c-test
	@$(MAKE) pytest
	$(step) "parity"
	@$(BIN)/twinkern parity
	$(step) "golden"
	@$(BIN)/twinkern golden check
	$(step) "all steps passed; of these, pytest:"
	@tail -n 1 build/pytest.log

test-full: ## test, with the slow tests too
	@$(MAKE) test PYTEST_MARKS="slow or not slow"

PYTEST_MARKS := not slow

pytest: setup ## the Python tests alone
	$(step) "pytest"
	@$(BIN)/python -m pytest -q -n 2 -m "$(PYTEST_MARKS)" | tee build/pytest.log

lint: setup cengine ## ruff, and the C engine with every warning an error
	$(step) "lint"
	@$(BIN)/ruff check --quiet python parity tests setup.py

gen: .venv/.stamp ## write the tables of both engines from parity/contract
	@$(BIN)/python parity/contract/generate.py

gen-check: .venv/.stamp ## fail where a generated table is not current
	$(step) "generated tables"
	@$(BIN)/python parity/contract/generate.py --check

cengine: build/cengine/libtwinkern.a build/cengine/libtwinkern.so ## the C engine as a library of its own

c-test: $(C_PROGRAMS) build/threads build/sanitized/fuzz_json build/fuzz/corpus.stamp ## the C tests under the address, undefined-behaviour and thread sanitizers
	$(step) "C tests under sanitizers"
	@test -n '$(C_PROGRAMS)' || { echo "there are no C tests"; exit 1; }
	@./build/threads
	@for program in $(C_PROGRAMS); do ./$$program || { echo "$$program failed"; exit 1; }; done
	@./build/sanitized/fuzz_json $(C_MUTATIONS) build/fuzz/last build/fuzz/corpus/* || \
		{ echo "fuzz_json failed on build/fuzz/last"; exit 1; }
	@echo "$(words $(C_PROGRAMS)) programs passed"

c-fuzz: build/fuzz/corpus.stamp ## the C engine under libFuzzer, for FUZZ_SECONDS; needs clang
	$(step) "libFuzzer"
	@test -n '$(CLANG)' || { echo "there is no clang; install one, or name it: make c-fuzz CLANG=..."; exit 1; }
	@echo 'int LLVMFuzzerTestOneInput(const char *data, long size) { return data && size ? 0 : 0; }' | \
		$(CLANG) -fsanitize=fuzzer,address,undefined -x c - -o build/fuzz/probe || \
		{ echo "$(CLANG) has no libFuzzer; install its compiler-rt, on Debian libclang-rt-*-dev"; exit 1; }
	@$(CLANG) $(filter-out -MMD -MP,$(C_FLAGS)) -g -O1 -fno-sanitize-recover=all -fsanitize=fuzzer,address,undefined \
		cengine/fuzz/fuzz_json.c $(C_SOURCES) -o build/fuzz/fuzz_json
	@mkdir -p build/fuzz/found
	@cd build/fuzz && ./fuzz_json -max_total_time=$(FUZZ_SECONDS) -max_len=2048 -timeout=20 -rss_limit_mb=4096 \
		-dict=corpus.dict -print_final_stats=1 found corpus 2>&1 | tee fuzz.log | tail -n 12

bench: setup ## measure
	@$(BIN)/twinkern bench --docs docs/pipelines.md

clean: ## remove everything built but .venv
	rm -rf build dist python/*.egg-info python/twinkern/native/_twinkern.*.so

.venv/.stamp: requirements-dev.txt
	$(step) "set up .venv"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --requirement requirements-dev.txt
	@test -z '$(TORCH)' || $(PIP) '$(TORCH)' 2> .venv/torch.log || \
		echo "notice: no $(TORCH) for this Python: NumPy computes the references (see .venv/torch.log)"
	@$(PIP) --no-deps --upgrade --target .venv/llvm20 '$(LLVM20)' 2> .venv/llvm20.log || \
		echo "notice: no $(LLVM20) for this Python: flavour llvm20 stays untested (see .venv/llvm20.log)"
	@touch $@

build/installed.stamp: .venv/.stamp pyproject.toml setup.py $(NATIVE)
	$(step) "build the extension and install in place"
	@mkdir -p build
	@rm -f python/twinkern/native/_twinkern.*.so
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

build/cengine/libtwinkern.a: $(C_OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcs $@ $^

build/cengine/libtwinkern.so: $(C_OBJECTS)
	@mkdir -p $(@D)
	@$(CC) -shared -Wl,-soname,libtwinkern.so.1 -o $@ $^

build/cengine/%.o: cengine/src/%.c
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) -O2 -c $< -o $@

build/sanitized/%.o: cengine/src/%.c
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $(C_SANITIZERS) -c $< -o $@

build/sanitized/tests/%: cengine/tests/%.c $(C_CHECKED)
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $(C_SANITIZERS) $< $(C_CHECKED) -pthread -o $@

build/sanitized/fuzz_json: cengine/fuzz/fuzz_json.c $(C_CHECKED)
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $(C_SANITIZERS) -DTWK_FUZZ_MAIN $< $(C_CHECKED) -o $@

build/fuzz/corpus.stamp: cengine/fuzz/corpus.py $(wildcard parity/cases/*.toml) build/installed.stamp
	@mkdir -p $(@D)
	@$(BIN)/python $< build/fuzz/corpus
	@touch $@

build/threads: cengine/tests/test_threads.c cengine/tests/check.h $(C_SOURCES) $(C_HEADERS)
	@mkdir -p $(@D)
	@$(CC) $(filter-out -MMD -MP,$(C_FLAGS)) -g -O1 -fsanitize=thread $< $(C_SOURCES) -pthread -o $@

-include $(C_OBJECTS:.o=.d) $(C_CHECKED:.o=.d) $(C_PROGRAMS:=.d) build/sanitized/fuzz_json.d
