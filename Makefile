# `make help` lists the targets. Needs Python 3.11 or newer with venv, a C compiler and GNU make.

PYTHON ?= python3
CC ?= cc
# The CPU build: the plain name brings gigabytes of CUDA libraries. TORCH= installs none.
TORCH ?= torch==2.13.0+cpu
# LLVM 20.1, beside the LLVM 22.1 of the virtual environment.
LLVM20 ?= llvmlite==0.47.*
# ptxas, which links for NVIDIA's GPUs, without the rest of CUDA; the same pin as in pyproject.toml. PTXAS= installs none.
PTXAS ?= nvidia-cuda-nvcc==13.0.88
# What reaches a GPU: a build of PyTorch with CUDA in place of the CPU's (gigabytes), and the driver's bindings. For AMD: a ROCm build
# and hip-python. GPU_PACKAGES= leaves what is installed.
GPU_PACKAGES ?= torch==2.13.0 cuda-bindings
# Wheels with the programs of LLVM that `make lint` runs.
CLANG_TOOLS ?= clang-format==23.1.5 clang-tidy==23.1.4

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
# A line about what is done: bold on a terminal, unless NO_COLOR is set.
step = @line='== %s\n'; [ ! -t 1 ] || [ -n "$${NO_COLOR-}" ] || line='\033[1m== %s\033[0m\n'; printf "$$line"

C_SOURCES := $(wildcard cengine/src/*.c cengine/src/*/*.c)
# Measured as it is built for use: sanitizers enlarge frames.
C_STACK_TEST := cengine/tests/test_stack.c
C_TESTS := $(filter-out $(C_STACK_TEST),$(wildcard cengine/tests/*.c))
C_FLAGS := -std=c99 -pedantic -Wall -Wextra -Wconversion -Wswitch-enum -Werror -fPIC -fvisibility=hidden -MMD -MP \
	-Icengine/include -Icengine/src
# Small arena chunks: the test of failing allocations then fails nearly every request.
C_SANITIZERS := -DTWK_LARGEST_CHUNK=128 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# Threads with small stacks call the library.
C_FRAME := -Wframe-larger-than=4096
# What is laid out by hand, and what is compiled for one program or another.
C_LAID_OUT := $(filter-out cengine/src/contract_gen.%,$(wildcard cengine/*/*.[ch] cengine/src/*/*.[ch]))
C_COMPILED := $(wildcard cengine/*/*.c cengine/src/*/*.c)
C_OBJECTS := $(C_SOURCES:cengine/src/%.c=build/cengine/%.o)
C_CHECKED := $(C_SOURCES:cengine/src/%.c=build/sanitized/%.o)
C_PROGRAMS := $(C_TESTS:cengine/tests/%.c=build/sanitized/tests/%)

# How often each case is changed for the C engine to read, in c-test; how long c-fuzz runs, and by which compiler.
C_MUTATIONS := 60
FUZZ_SECONDS ?= 120
CLANG ?= $(firstword $(foreach name,clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14,\
	$(shell command -v $(name))))

# The version and the ABI stand in the source that reports them.
VERSION := $(shell sed -n 's/^.define VERSION "\(.*\)"$$/\1/p' cengine/src/twinkern.c)
ABI := $(shell sed -n 's/^.define ABI_VERSION \([0-9]*\)$$/\1/p' cengine/src/twinkern.c)
LIBRARY := build/cengine/libtwinkern.so
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

# Another twinkern first on the path would be judged in place of this one.
unexport PYTHONPATH

.PHONY: help setup run test test-full gpu-test gpu-bench gpu-sanitize lint gen gen-check cengine install c-test c-fuzz pytest coverage bench clean always

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
	@$(MAKE) coverage

gpu-test: setup .venv/gpu.stamp ## every kernel for the GPU of this machine, on it; fails where there is none
	$(step) "GPU tests"
	@$(BIN)/python -m pytest -q -n "$$(getconf _NPROCESSORS_ONLN)" tests/gpu --require-gpu --gpu-report docs/gpu-report.json

gpu-bench: setup .venv/gpu.stamp ## time kernels on the GPU of this machine beside cuDNN
	@$(BIN)/twinkern bench --gpu --json docs/gpu-bench.json --svg docs/gpu.svg $(GPU_BENCH)

gpu-sanitize: setup .venv/gpu.stamp ## twenty kernels under NVIDIA's Compute Sanitizer
	@$(BIN)/python -m tests.gpu.sanitize

coverage: setup ## list what no case and no drawn spec reaches in either engine
	$(step) "coverage"
	@$(BIN)/python tests/gate/unreached.py

PYTEST_MARKS := not slow

pytest: setup ## the Python tests alone
	$(step) "pytest"
	@$(BIN)/python -m pytest -q -n 2 -m "$(PYTEST_MARKS)" | tee build/pytest.log

lint: setup cengine ## ruff and strict mypy; clang-format, clang-tidy and every warning of the C compiler
	$(step) "lint"
	@test -x $(BIN)/clang-tidy || { echo "there is no clang-tidy: see .venv/clang.log"; exit 1; }
	@$(BIN)/ruff check --quiet python parity tests setup.py
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/clang-format --dry-run -Werror $(C_LAID_OUT)
	@printf '%s\n' $(C_COMPILED) | xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I{} \
		$(BIN)/clang-tidy --quiet {} -- $(filter-out -MMD -MP,$(C_FLAGS))

gen: .venv/.stamp ## write the tables of both engines from parity/contract
	@$(BIN)/python parity/contract/generate.py

gen-check: .venv/.stamp ## fail where a generated table is not current
	$(step) "generated tables"
	@$(BIN)/python parity/contract/generate.py --check

cengine: build/cengine/libtwinkern.a $(LIBRARY) ## the C engine as a library of its own

install: cengine ## library, header, pkg-config and CMake files of the C engine, to PREFIX (/usr/local) under DESTDIR
	@install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/cmake/twinkern' '$(DESTDIR)$(INCLUDEDIR)'
	@install -m 644 cengine/include/twinkern.h '$(DESTDIR)$(INCLUDEDIR)'
	@install -m 644 build/cengine/libtwinkern.a '$(DESTDIR)$(LIBDIR)'
	@install -m 755 $(LIBRARY).$(VERSION) '$(DESTDIR)$(LIBDIR)'
	@ln -sf libtwinkern.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/libtwinkern.so.$(ABI)'
	@ln -sf libtwinkern.so.$(ABI) '$(DESTDIR)$(LIBDIR)/libtwinkern.so'
	@install -m 644 cengine/twinkernConfig.cmake '$(DESTDIR)$(LIBDIR)/cmake/twinkern'
	@$(call fill,twinkernConfigVersion.cmake) > '$(DESTDIR)$(LIBDIR)/cmake/twinkern/twinkernConfigVersion.cmake'
	@$(call fill,twinkern.pc) > '$(DESTDIR)$(LIBDIR)/pkgconfig/twinkern.pc'
	@echo "installed twinkern $(VERSION) under $(DESTDIR)$(PREFIX)"

fill = sed -e 's|@VERSION@|$(VERSION)|' -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	cengine/$(1).in

c-test: $(C_PROGRAMS) build/threads build/stack build/sanitized/fuzz_json build/fuzz/corpus.stamp ## the C tests under the address, undefined-behaviour and thread sanitizers
	$(step) "C tests under sanitizers"
	@test -n '$(C_PROGRAMS)' || { echo "there are no C tests"; exit 1; }
	@./build/threads
	@./build/stack
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
	@$(BIN)/twinkern bench --json build/bench.json --docs docs/pipelines.md

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
	@test -z '$(PTXAS)' || $(PIP) --no-deps --only-binary :all: '$(PTXAS)' 2> .venv/ptxas.log || \
		echo "notice: no $(PTXAS) for this machine: without another ptxas nothing links for NVIDIA (see .venv/ptxas.log)"
	@$(PIP) --only-binary :all: $(CLANG_TOOLS) 2> .venv/clang.log || \
		echo "notice: no $(CLANG_TOOLS) for this machine: make lint fails (see .venv/clang.log)"
	@touch $@

# pip takes the CPU build for the same version, so that it has to go first.
.venv/gpu.stamp: .venv/.stamp
	$(step) "install what reaches a GPU"
	@test -z '$(GPU_PACKAGES)' || { $(BIN)/python -m pip uninstall -qq -y torch && $(PIP) $(GPU_PACKAGES); }
	@touch $@

# What the engine is made of, by content: a change under an old date is one too.
build/source_digest: always
	@mkdir -p $(@D)
	@$(PYTHON) python/twinkern/native/sources.py > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

build/installed.stamp: .venv/.stamp pyproject.toml setup.py build/source_digest
	$(step) "build the extension and install in place"
	@mkdir -p build
	@rm -f python/twinkern/native/_twinkern.*.so
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

build/cengine/libtwinkern.a: $(C_OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcs $@ $^

# The library under the name that programs linked with it look for, and the name that the linker looks for.
$(LIBRARY): $(C_OBJECTS)
	@mkdir -p $(@D)
	@$(CC) -shared -Wl,-soname,libtwinkern.so.$(ABI) -o $@.$(VERSION) $^
	@ln -sf libtwinkern.so.$(VERSION) $@.$(ABI)
	@ln -sf libtwinkern.so.$(ABI) $@

build/cengine/%.o: cengine/src/%.c build/source_digest
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $(C_FRAME) -DTWK_SOURCE_DIGEST=$$(cat build/source_digest) -O2 -c $< -o $@

build/sanitized/%.o: cengine/src/%.c build/source_digest
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

build/threads: cengine/tests/test_threads.c cengine/tests/check.h build/source_digest
	@mkdir -p $(@D)
	@$(CC) $(filter-out -MMD -MP,$(C_FLAGS)) -g -O1 -fsanitize=thread $< $(C_SOURCES) -pthread -o $@

build/stack: $(C_STACK_TEST) cengine/tests/check.h build/cengine/libtwinkern.a
	@$(CC) $(filter-out -MMD -MP,$(C_FLAGS)) -O2 $< build/cengine/libtwinkern.a -pthread -o $@

-include $(C_OBJECTS:.o=.d) $(C_CHECKED:.o=.d) $(C_PROGRAMS:=.d) build/sanitized/fuzz_json.d
