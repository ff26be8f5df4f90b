#!/bin/sh
# Tunes the primitives on one device, and measures applications with policies for generated code.
#   run.sh DEVICE OUT GRAPH... [-- OTHER.search...]
# Run it in the root of the repository. DEVICE is as for --device. OTHER.search are the files of searches on other
# devices. SEARCH and BENCH are time limits in seconds, VARIANTS are the policies, and JOBS is the number of processes
# that build kernels before the measurements. Results are in OUT, even if a step is interrupted, and the search continues
# there. With SEARCH=0, OUT/policy.toml must exist.
set -u
igc=${IGC:-target/release/igc}
device=$1 out=$2
shift 2
graphs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    graphs="$graphs $1"
    shift
done
[ $# -eq 0 ] || shift
others=
for other in "$@"; do
    others="$others --other $other"
done
variants=${VARIANTS:-off lanes serial hillis-steele brent-kung workgroup}
configurations='--opts none --opts fg8 --opts coop-cv,fg8'
mkdir -p "$out"

# 1. The search. If its store exists, it continues.
# shellcheck disable=SC2086 # words of options
[ "${SEARCH:-600}" = 0 ] || "$igc" search primitives --device "$device" --budget "${SEARCH:-600}s" --store "$out/primitives.search" \
    -o "$out/policy.toml" $others >"$out/search.txt" 2>&1
echo "search: $?"
[ ! -e "$out/search.txt" ] || cat "$out/search.txt"

# Writes the policy of a variant: everything before the tables, and a policy for generated code.
write_policy() {
    case $1 in
        lanes) chosen='pushes = "active-lanes"' ;;
        *) chosen="ranking = \"$1\"" ;;
    esac
    sed '/^$/,$d' "$out/policy.toml" >"$out/$1.toml"
    printf '\n[generated]\n%s\n' "$chosen" >>"$out/$1.toml"
}

# The value of IGC_PRIMITIVES for a variant.
policy_of() {
    case $1 in
        off) echo off ;;
        *) echo "$out/$1.toml" ;;
    esac
}

# 2. Applications that push or scan, with each policy for generated code. Their kernels are built first.
programs="examples/bfs/bfs_wl.ig examples/sssp/sssp_wl.ig examples/pr/pr_residual_wl.ig
    examples/mis/mis_worklist.ig examples/mst/mst_filtered.ig examples/scc/scc.ig"
for variant in $variants; do
    [ "$variant" = off ] || write_policy "$variant"
    for program in $programs; do
        echo "IGC_PRIMITIVES=$(policy_of "$variant") $igc bench $program --graph chain:2 --device $device $configurations --repeat 1"
    done
done | timeout "${BENCH:-600}" xargs -P "${JOBS:-$(nproc)}" -I '{}' sh -c '{} >/dev/null 2>&1'
start=$(date +%s)
for pass in 1 2; do
    for graph in $graphs; do
        for variant in $variants; do
            left=$((${BENCH:-600} - $(date +%s) + start))
            [ "$left" -gt 0 ] || break 3
            name=$(echo "$graph" | tr -c 'a-z0-9\n' -)
            # shellcheck disable=SC2086 # words of paths and options
            IGC_PRIMITIVES=$(policy_of "$variant") timeout --signal=INT --kill-after=10 "$left" "$igc" bench $programs \
                --graph "$graph" --device "$device" $configurations \
                --repeat "${REPEAT:-15}" --json >"$out/$name.$variant.$pass.json" 2>>"$out/bench.txt"
            echo "$graph, $variant, $pass: $?"
        done
    done
done
