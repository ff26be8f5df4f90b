#!/bin/sh
# Searches for orders of igc's and of LLVM's passes on a GPU whose machine has no LLVM and no network.
#   search.sh DEVICE OUT
# Run it in the root of the repository. IGC is the command, and IGC_CACHE_DIR a copy of the cache that
# `search.py compile FACTS FOLDER --size gpu` has filled on a machine with LLVM's tools. Each step has
# a time limit. Run the script again with the same folder to continue.
set -u
igc=${IGC:-target/release/igc}
device=$1 out=$2
search() {
    action=$1
    shift
    timeout --signal=INT --kill-after=10 "${LIMIT:-90}" \
        python3 docs/studies/llvm/search.py "$action" "$device" "$out" --size gpu "$@"
}
brief="--listed --budget ${BUDGET:-3s} --repeat 5 --final-repeat 11"

LIMIT=40 search build --over scalar --groups PolyBench,dense
# shellcheck disable=SC2086
search run --over scalar --groups PolyBench,dense $brief --deadline "${SCALAR:-55}"
LIMIT=40 search build --over llvm --groups PolyBench,application
# shellcheck disable=SC2086
search run --over llvm --groups PolyBench $brief --deadline "${KERNELS:-35}"
# shellcheck disable=SC2086
search run --over llvm --groups application $brief --deadline "${APPLICATIONS:-45}"

# The effect of the order of one application on another.
timeout --signal=INT --kill-after=10 "${CROSS:-30}" "$igc" search cross "$out"/llvm/*.search \
    --device "$device" --store "$out/cross.search" --repeat 7 >"$out/cross.txt" 2>&1
python3 docs/studies/llvm/search.py table "$out" >"$out/table.md"
