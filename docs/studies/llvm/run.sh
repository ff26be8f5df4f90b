#!/bin/sh
# Compares the driver's compiler with LLVM's passes on one device.
#   run.sh DEVICE OUT GRAPH...
# Run it in the root of the repository. DEVICE is as for --device. Without LLVM's tools, the folder
# $IGC_CACHE_DIR must be one that prepare.sh has filled. CONFORMANCE, STUDY and DENSE are time limits
# in seconds. DENSE_GRAPH is the graph of the dense kernels, which needs at least 65,536 nodes. Results are
# in OUT, even if a step is interrupted, and the study continues there.
set -u
igc=${IGC:-target/release/igc}
device=$1 out=$2
shift 2
here=docs/studies/llvm
kernels=docs/src/optimisations/dense
mkdir -p "$out"
limited() {
    most=$1
    shift
    timeout --signal=INT --kill-after=10 "$most" "$@"
}
builders=$(($(nproc) > 2 ? $(nproc) - 2 : 1))

# 1. Every application with LLVM's kernels on small graphs, checked by the oracles.
limited "${CONFORMANCE:-45}" "$igc" devices --conformance --device "$device" --timeout 20 \
    --opts llvm=O3 --opts all,llvm=O3 --graph rmat:8,keep --graph star:600 --builders "$builders" \
    --out "$out/conformance.$$.jsonl" >"$out/conformance.txt" 2>&1
echo "conformance: $?"
tail -n 3 "$out/conformance.txt"

# 2. The 17 applications of the paper.
python3 $here/make.py "$device" "$@" | sed "s|\"examples/|\"$PWD/examples/|" >"$out/study.toml"
limited "${STUDY:-80}" "$igc" study run "$out/study.toml" --builders "$builders" \
    >"$out/study.txt" 2>&1
echo "study: $?"
tail -n 3 "$out/study.txt"

# 3. Dense kernels, whose results have no oracle.
python3 $here/make.py --configurations | grep -v -e '^all' | sed 's/^/--opts\n/' >"$out/opts"
xargs -a "$out/opts" timeout --signal=INT "${DENSE:-25}" "$igc" bench $kernels/gemm.ig \
    $kernels/gesummv.ig --graph "${DENSE_GRAPH:-chain:65536}" --device "$device" --input a=random \
    --input b=random --input x=random --repeat 15 --json >"$out/dense.json" 2>"$out/dense.txt"
echo "dense: $?"
rm "$out/opts"
