#!/bin/bash
# Measures the study of strategies on one device. Each step has a time limit, and everything that
# was measured is in OUT, even if the script is interrupted.
#   run.sh DEVICE OUT [SECONDS]      DEVICE as --device of igc takes it
# Its folder must also contain igc (or igc.xz), the study files that make.py writes, the folder
# examples of the repository, and the published graphs in a folder data. On an H200, the variants of
# a graph took 2 to 9 seconds, and 20 to 30 seconds on graphs with more than 8 million edges.
set -u
here=$(cd "$(dirname "$0")" && pwd)
device=$1 out=$2 total=${3:-540}
end=$((SECONDS + total))
work=$(mktemp -d /dev/shm/strategies.XXXXXX)
cp -r "$here"/{data,examples,explore.model,*.toml} "$work"
if [ -f "$here/igc.xz" ]; then xz -dc "$here/igc.xz" >"$work/igc"; else cp "$here/igc" "$work/igc"; fi
chmod +x "$work/igc"
export IGC_CACHE_DIR=$work/cache
cd "$work" || exit 1
mkdir -p "$out"
sed -i "s/\"DEVICE\"/\"$device\"/" ./*.toml
builders=$(($(nproc) > 2 ? $(nproc) - 2 : 1))
# left SECONDS: the time until that long before the end.
left() { echo $((end - SECONDS > $1 ? end - SECONDS - $1 : 1)); }
least() { echo $(($1 < $2 ? $1 : $2)); }
say() { echo "[$SECONDS s] $*"; }
# limited SECONDS COMMAND: interrupts a step that takes longer, so that it ends cleanly.
limited() { local most=$1; shift; timeout --signal=INT --kill-after=10 "$most" "$@"; }
# keep STORE: compresses a store into the folder of results, in parts of at most 15 MiB.
keep() {
    [ -f "$1" ] || return
    nice xz -6 -T8 -c "$1" | split -b 15M --additional-suffix=.part - "$out/$1.xz."
}
finish() {
    wait
    for log in ./*.log ./*.model; do cp "$log" "$out"; done
    tar -C "$out" -czf "$out/logs.tar.gz" $(cd "$out" && ls | grep -E '\.(log|model)$')
    rm -f "$out"/*.log "$out"/*.model
    ls -la "$out"
    rm -rf "$work"
}
trap finish EXIT
./igc devices --device "$device" >devices.log 2>&1

say "variants"
limited "$(least 270 "$(left 230)")" ./igc study run variants.toml --builders "$builders" >variants.log 2>&1
say "variants: $?"
tail -2 variants.log
say "variants of large graphs"
limited "$(least 75 "$(left 150)")" ./igc study run variants-huge.toml --builders "$builders" >variants-huge.log 2>&1
say "large: $?"
tail -2 variants-huge.log

# The second study knows the descriptions of the graphs, but has no times.
without_times() {
    cp "$1" "$2"
    python3 - "$2" <<'P' || echo "$2 keeps the times of the variants"
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for table in ["step_properties", "step_times", "steps", "step_runs", "runs"]:
    store.execute(f"DELETE FROM {table}")
store.commit()
store.execute("VACUUM")
P
}
without_times variants.db adaptive.db
# Both stores are studies of the same name; together they are one table.
if [ -f variants-huge.db ]; then
    without_times variants-huge.db adaptive-huge.db
    ./igc study merge variants.db variants-huge.db >merge.log 2>&1
fi
thesis=()
for opts in none push pull edge struct-edge rev-edge rev-struct-edge vwarp8 vwarp32 push,vwarp32 \
    pull,vwarp32; do
    thesis+=(--opts "$opts")
done
learn() { ./igc study model variants.db --depth 8 --gain 0.001 "${@:2}" -o "$1.model" >"$1.log" 2>&1; }
learn full &
learn cv1 --hold-out 1/2 &
learn cv2 --hold-out 2/2 &
learn thesis "${thesis[@]}" &
wait
# One file with the trees of all models: programs have the name of their model as a suffix.
renamed() { sed -n '/^program /,$p' "$1" | sed "s/^program \([^ ]*\)/program \1$2/"; }
{
    cat full.model
    for model in cv1 cv2 thesis; do renamed $model.model _$model; done
} >learnt.model
keep variants.db &
say "adaptive runs of large graphs"
limited "$(least 45 "$(left 100)")" ./igc study run adaptive-huge.toml --builders "$builders" >adaptive-huge.log 2>&1
say "large: $?"
tail -2 adaptive-huge.log
say "adaptive runs"
limited "$(left 45)" ./igc study run adaptive.toml --builders "$builders" >adaptive.log 2>&1
say "adaptive: $?"
tail -2 adaptive.log
if [ -f adaptive-huge.db ]; then ./igc study merge adaptive.db adaptive-huge.db >merge2.log 2>&1; fi
keep adaptive.db &
say "duplicates"
limited "$(least 30 "$(left 12)")" ./igc bench examples/sssp/sssp_wl.ig examples/sssp/sssp_nf.ig \
    examples/bfs/bfs_wl.ig --graph rmat:18 --graph uniform:18 --graph road:64000 -p source=0 \
    --device "$device" --repeat 9 --opts none --opts dedup --opts fg8 --opts fg8,dedup --json \
    >dedup-json.log 2>dedup.log
say "done: $?"
