#!/bin/sh
# Fills a cache with the kernels that run.sh needs on a machine without LLVM's tools.
#   prepare.sh FACTS CACHE    FACTS is the output of `igc devices --json --device DEVICE` there
# Run it in the root of the repository. A kernel that LLVM cannot compile is reported and left out.
set -u
igc=${IGC:-target/release/igc}
here=docs/studies/llvm
facts=$1
mkdir -p "$2"
IGC_CACHE_DIR=$(realpath "$2")
export IGC_CACHE_DIR
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

compile() {
    "$igc" compile "$1" --opts "$2" --for "$facts" 2>"$work/log" ||
        echo "$1 --opts $2: $(head -n 1 "$work/log")"
}

for program in examples/*/*.ig; do
    for configuration in llvm=O3 all,llvm=O3; do
        compile "$program" "$configuration"
    done
done
python3 $here/make.py --configurations | grep llvm= >"$work/configurations"
programs=$(python3 $here/make.py DEVICE | sed -n 's/^files = \["\(.*\)"\]/\1/p')
for program in $programs docs/src/optimisations/dense/gemm.ig \
    docs/src/optimisations/dense/gesummv.ig; do
    while read -r configuration; do
        compile "$program" "$configuration"
    done <"$work/configurations"
done
find "$IGC_CACHE_DIR/compiled" -type f | wc -l
