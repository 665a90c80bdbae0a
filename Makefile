# A thin front over CMake and tools/: what a newcomer types.
# SPDX-License-Identifier: Apache-2.0

JOBS ?= $(shell nproc 2>/dev/null || echo 1)
PRESET ?= release
# What make fuzz takes.
SECONDS ?= 60

# Arrow C++ for the plug-in for Parquet and Arrow files, where it can be had.
ARROW = python3 tools/python_modules.py pyarrow || echo 'going on without Parquet and Arrow files: no python3' >&2

# What the Python package is made with, and tested with; then what the site of the documents is made with.
PYTHON_MODULES = python3 tools/python_modules.py nanobind nanobind-backend numpy scipy pandas networkx tqdm pytest mypy numba \
  mkdocs-material nbclient ipykernel matplotlib || \
  echo 'going on without the Python package: no python3' >&2

.PHONY: help demo test bench package wheel docs build configure format check tidy fuzz clean

help:
	@echo 'make demo    install what is missing, build, analyse a road network'
	@echo 'make test    install what is missing, build, run all tests'
	@echo 'make package build/package/orujo_*.deb and orujo-*.tar.zst, for any processor since 2009'
	@echo 'make wheel   build/wheel/orujo-*.whl: the Python package and the command, for any processor since 2009'
	@echo 'make docs    build/site: the documents, the reference of the Python package and notebooks as a site'
	@echo 'make build   build all but benchmarks    (PRESET=release|debug|asan|tsan)'
	@echo 'make bench   build the benchmarks, build/release/bench/'
	@echo 'make check   the rules of the source tree: layers, sizes, format'
	@echo 'make format  format the C++ files'
	@echo 'make tidy    clang-tidy on all sources'
	@echo 'make fuzz    fuzz readers, writers and options   (SECONDS=60)'
	@echo 'make clean   remove build/'

demo:
	tools/install_packages.sh build
	@$(ARROW)
	tools/demo.sh

test:
	tools/install_packages.sh build test check
	@$(ARROW)
	@$(PYTHON_MODULES)
	$(MAKE) --no-print-directory build
	ctest --preset $(PRESET) -j $(JOBS) --no-tests=error

# All levels of processors: three builds of the command, each with all cores.
package:
	tools/install_packages.sh build package
	@$(ARROW)
	cmake --preset package
	cmake --build --preset package -j $(JOBS)
	cpack --config build/package/CPackConfig.cmake -B build/package

# build/wheel/*.whl, for any processor since 2009 and any Python since 3.10; tools/try_wheel.sh then tries it.
wheel:
	tools/install_packages.sh build python
	tools/make_wheel.sh

# build/site/index.html opens in any browser.
docs:
	tools/install_packages.sh build python
	@$(PYTHON_MODULES)
	$(MAKE) --no-print-directory configure
	cmake --build --preset $(PRESET) -j $(JOBS) --target orujo_package
	tools/make_docs.py build/$(PRESET)/python

bench: configure
	cmake --build --preset $(PRESET) -j $(JOBS) --target bench

build: configure
	cmake --build --preset $(PRESET) -j $(JOBS)

configure:
	cmake --preset $(PRESET)

format:
	tools/check_format.sh --fix

check:
	tools/check_layers.py
	tools/check_sizes.py
	tools/check_format.sh

tidy: configure
	tools/install_packages.sh tidy
	run-clang-tidy-14 -quiet -p build/$(PRESET) -j $(JOBS) '/src/orujo/.*\.cpp$$'

fuzz:
	tools/install_packages.sh build fuzz
	tools/fuzz.sh run $(SECONDS)

clean:
	rm -rf build
