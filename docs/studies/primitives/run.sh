#!/bin/sh
# Tunes the primitives on one device, and measures applications with policies for generated code.
#   run.sh DEVICE OUT GRAPH... [-- OTHER.search...]
# Run it in the root of the repository. DEVICE is as for --device. OTHER.search are the files of searches on other
# devices. SEARCH and BENCH are time limits in seconds, and VARIANTS are the policies. Results are in OUT, even if a
# step is interrupted, and the search continues there. With SEARCH=0, OUT/policy.toml must exist.
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
mkdir -p "$out"

# 1. The search. If its store exists, it continues.
# shellcheck disable=SC2086 # words of options
[ "${SEARCH:-600}" = 0 ] || "$igc" search primitives --device "$device" --budget "${SEARCH:-600}s" --store "$out/primitives.search" \
    -o "$out/policy.toml" $others >"$out/search.txt" 2>&1
echo "search: $?"
[ ! -e "$out/search.txt" ] || cat "$out/search.txt"

# 2. Applications that push or scan, with each policy for generated code.
programs="examples/bfs/bfs_wl.ig examples/sssp/sssp_wl.ig examples/pr/pr_residual_wl.ig
    examples/mis/mis_worklist.ig examples/mst/mst_filtered.ig examples/scc/scc.ig"
start=$(date +%s)
for pass in 1 2; do
    for graph in $graphs; do
        for variant in ${VARIANTS:-off lanes serial hillis-steele brent-kung workgroup}; do
            left=$((${BENCH:-600} - $(date +%s) + start))
            [ "$left" -gt 0 ] || break 3
            case $variant in
                off) policy=off ;;
                lanes) chosen='pushes = "active-lanes"' ;;
                *) chosen="ranking = \"$variant\"" ;;
            esac
            if [ "$variant" != off ]; then
                policy=$out/$variant.toml
                # Everything before the tables, and a policy for generated code.
                sed '/^$/,$d' "$out/policy.toml" >"$policy"
                printf '\n[generated]\n%s\n' "$chosen" >>"$policy"
            fi
            name=$(echo "$graph" | tr -c 'a-z0-9\n' -)
            # shellcheck disable=SC2086 # words of paths
            IGC_PRIMITIVES=$policy timeout --signal=INT --kill-after=10 "$left" "$igc" bench $programs \
                --graph "$graph" --device "$device" --opts none --opts fg8 --opts coop-cv,fg8 \
                --repeat "${REPEAT:-15}" --json >"$out/$name.$variant.$pass.json" 2>>"$out/bench.txt"
            echo "$graph, $variant, $pass: $?"
        done
    done
done
