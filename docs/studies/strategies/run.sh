#!/bin/bash
# Measures the study of strategies on one device, which takes about half an hour on an H200.
#   run.sh DEVICE FOLDER      DEVICE as --device of igc takes it
# FOLDER must contain the program igc, the folder examples of the repository, and the published
# graphs in a folder data. The stores, models and tables are written to it. A script that was
# interrupted continues when it is called again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
device=$1
cd "$2"
cp "$here/explore.model" .
python3 "$here/make.py"
sed -i "s/\"DEVICE\"/\"$device\"/" ./*.toml
builders=$(($(nproc) > 2 ? $(nproc) - 2 : 1))
study() { ./igc study run "$1.toml" --builders "$builders"; }

# Both stores are studies of the same name; together they are one table.
study variants
study variants-huge
cp variants.db all.db
./igc study merge all.db variants-huge.db

# learn NAME OPTION…: learns a model, and prints how good it is.
learn() {
    local name=$1
    shift
    ./igc study model all.db --depth 8 --gain 0.001 "$@" -o "$name.model" >"$name.txt"
}
thesis=()
for opts in none push pull edge struct-edge rev-edge rev-struct-edge vwarp8 vwarp32 push,vwarp32 \
    pull,vwarp32; do
    thesis+=(--opts "$opts")
done
learn full
learn cv1 --hold-out 1/2
learn cv2 --hold-out 2/2
learn thesis "${thesis[@]}"
# One file with the trees of all models: programs have the name of their model as a suffix.
renamed() { sed -n '/^program /,$p' "$1.model" | sed "s/^program \([^ ]*\)/program \1_$1/"; }
{
    cat full.model
    for model in cv1 cv2 thesis; do renamed $model; done
} >learnt.model

for of in adaptive side-by-side; do
    study $of
    study $of-huge
    ./igc study merge $of.db $of-huge.db
done

study side-by-side-skewed

# The tables of the chapter "Adaptive runs".
model() { ./igc study model "$@"; }
model side-by-side.db --evaluate full.model --tests >side-by-side.txt
model side-by-side-skewed.db --evaluate full.model --tests >side-by-side-skewed.txt
model all.db --evaluate full.model --adaptive adaptive.db --tests >all.txt
for half in 1 2; do
    model all.db --evaluate cv$half.model --hold-out $half/2 --adaptive adaptive.db \
        --suffix _cv$half >half-$half.txt
done
model all.db "${thesis[@]}" --evaluate thesis.model --adaptive adaptive.db --suffix _thesis \
    >thesis.txt

# Whole runs, in which the host does not wait for the device between rounds.
python3 "$here/whole.py" bfs_wl side-by-side.db side-by-side-skewed.db >whole.txt
python3 "$here/whole.py" --halves bfs_wl all.db adaptive.db >halves.txt
