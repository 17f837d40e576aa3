# The habit of the hand over Meson, which does the work.  `make help` lists what there is.
BUILD   ?= build
prefix  ?= /usr/local
DESTDIR ?=

.PHONY: all help setup demo test test-slow page test-page test-python test-mpi mutate sanitize format-check fuzz torture bench bench-full bench-count bench-programs bench-ranks results pictures install uninstall deb clean

all: setup                  ## build pulma in build/ (installs missing packages first)
	@meson compile -C $(BUILD)

help:                       ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

setup:                      ## install what is missing, configure the build
	@tools/setup
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD) --prefix=$(prefix) >/dev/null
	@find src -name '*.c*' | LC_ALL=C sort | cmp -s - $(BUILD)/sources || touch meson.build
	@find src -name '*.c*' | LC_ALL=C sort >$(BUILD)/sources

demo: all                   ## solve every puzzle in examples/ and show it
	@tools/demo $(BUILD)

test: all                   ## the quick tests
	@meson test -C $(BUILD) --suite quick --print-errorlogs

test-slow: all              ## long runs over real puzzles in ../shared/data, if they are there
	@meson test -C $(BUILD) --suite slow --print-errorlogs

page:                       ## pulma in the browser: build/page/pulma.html (MIP=no: without GLPK)
	@tools/setup --page
	@tools/page $(if $(filter no,$(MIP)),--without-mip) $(BUILD)/page

test-page: all page         ## test the page in Chromium and Firefox, against the program (PAGE="--kind sudoku")
	@tests/page/run $(BUILD) $(PAGE)

# Debian's Python, which has Debian's pytest, even if another comes first in the PATH.
test-python: all            ## test the Python package (python/)
	@tools/setup --python
	@PULMA=$(abspath $(BUILD))/pulma PULMA_LIBRARY=$(abspath $(BUILD))/libpulma.so.0 PYTHONPATH=python \
	    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m pytest -q -p no:cacheprovider python/tests

test-mpi:                   ## test pulma-mpi with real ranks, 50 of them killed (installs Open MPI)
	@tools/setup --mpi
	@$(MAKE) --no-print-directory all
	@meson test -C $(BUILD) --print-errorlogs mpi mpi-50-kills

# Without counts by models and runs of many ranks, which take long in solvers and in MPI, not in ours.
sanitize: setup             ## the quick tests under AddressSanitizer and UBSan
	@test -f build-sanitize/build.ninja || meson setup build-sanitize \
	    --buildtype=debugoptimized -Db_sanitize=address,undefined >/dev/null
	@meson compile -C build-sanitize
	@meson test -C build-sanitize --suite quick --no-suite counting --no-suite ranks --print-errorlogs --timeout-multiplier 8

mutate: setup               ## break the code on purpose, see that the tests notice (half an hour; MUTATE="--random 10")
	@tools/mutate $(MUTATE)

format-check:               ## whether clang-format would change anything (Debian 12's version)
	@tools/format-check

fuzz: setup                 ## fuzz readers, answers, proofs, lots and the wires, a minute each (needs clang)
	@for target in reader answer api lot proof wire; do tools/fuzz $$target || exit 1; done

torture: all                ## attack it: limits, memory, kills, disks, proofs, ... (hours; TORTURE=--short, or a part)
	@tools/torture $(TORTURE)

bench: all                  ## measure, beside a reference run in the same order
	@bench/run $(BUILD) $(BENCH)

bench-full: all             ## the same on all boards, as Markdown, and time against size (a quarter of an hour)
	@bench/run $(BUILD) --full --markdown $(BENCH)
	@$(BUILD)/bench/growth docs/pictures

results: all                ## make the tables of docs/results.md and the lessons anew (an hour or two, on a quiet machine)
	@tools/results

pictures: all               ## make the pictures of docs/kinds and the README anew
	@tools/pictures $(BUILD)/pulma

bench-programs: all         ## programs by clauses beside GLPK and CBC, every model on every example (an hour; PROGRAMS=--kind ...)
	@bench/programs $(BUILD) $(PROGRAMS)

bench-count: all            ## count instructions of small cases, beside earlier counts
	@bench/instructions $(BUILD)

bench-ranks: all            ## what ranks and parts gain and cost: the tables of docs/clusters.md (a quarter of an hour)
	@bench/ranks $(BUILD)

install: all                ## install under prefix (DESTDIR is respected)
	@meson configure $(BUILD) --prefix=$(prefix)
	@DESTDIR=$(DESTDIR) meson install -C $(BUILD)
	@test ! -f $(BUILD)/page/pulma.html || \
	    install -D -m 644 $(BUILD)/page/pulma.html $(DESTDIR)$(prefix)/share/pulma/pulma.html

uninstall:                  ## remove what install put there
	@ninja -C $(BUILD) uninstall
	@rm -f $(DESTDIR)$(prefix)/share/pulma/pulma.html

deb: setup                  ## build Debian packages into build-deb/ (needs debhelper; make test has the tests)
	@tools/setup --deb
	@rm -rf build-deb && mkdir -p build-deb/pulma
	@git ls-files -z | xargs -0 cp --parents -t build-deb/pulma
	@cd build-deb/pulma && DEB_BUILD_OPTIONS="nocheck $$DEB_BUILD_OPTIONS" dpkg-buildpackage -b -us -uc
	@ls build-deb/*.deb

clean:                      ## remove what was built
	rm -rf $(BUILD) build-sanitize build-fuzz build-mutants build-mutate build-thread build-deb build-seed-*
