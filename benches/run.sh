#!/usr/bin/env bash
# Measures each command in benches/README.md and its peer. Run `benches/run.sh DIR` on an otherwise
# idle machine. Needs hyperfine, zstd, 5 GB in DIR, and python-chess. If `python3` does not have python-chess,
# set PYTHON to the path of a Python that has it. Prints the median time of each command. Takes ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(realpath "${1:?a folder}")
python=${PYTHON:-python3}
root=$PWD

cargo build --release --quiet --locked
B=$root/target/release/san-strings
reader=$(cargo metadata --locked --format-version 1 | grep -o '[^"]*/pgn-reader-[^/"]*/Cargo.toml')
reader=$(dirname "$reader")
cp -r "$reader" "$dir"/pgn-reader
cargo build --release --quiet --examples --manifest-path "$dir"/pgn-reader/Cargo.toml \
    --target-dir "$dir"/target
examples=$dir/target/release/examples

# 1 GB of games: two one-megabyte files, repeated 512 times.
cat "$reader"/benches/lichess_db_1000k.pgn "$reader"/benches/twic1599_1000k.pgn > "$dir"/two.pgn
for _ in $(seq 512); do cat "$dir"/two.pgn; done > "$dir"/big.pgn
zstd -q -3 "$dir"/big.pgn -o "$dir"/big.pgn.zst

# Measures all commands of one table row in benches/README.md in a single hyperfine run. The arguments are the
# name of the row, followed by pairs of commands. The first command of each pair prepares for the second, and is
# not measured.
row() {
    local name=$1
    shift
    echo "== $name"
    local args=()
    while [ $# -gt 0 ]; do
        args+=(--prepare "$1" "$2")
        shift 2
    done
    hyperfine --style none --warmup 1 --runs "${RUNS:-5}" --export-json "$dir"/row.json \
        "${args[@]}" > "$dir"/hyperfine.log 2>&1
    "$python" - "$dir"/row.json <<'PYTHON'
import json, sys

results = json.load(open(sys.argv[1]))["results"]
for result in results:
    median, user = result["median"], result["user"] + result["system"]
    print(f"{median:9.4f} s, {user:9.4f} s of processor time  {result['command']}")
if len(results) == 2:
    wall, work = (
        [of(result) for result in results]
        for of in (lambda one: one["median"], lambda one: one["user"] + one["system"])
    )
    print(f"{wall[0] / wall[1]:9.2f} of the second's time, {work[0] / work[1]:.2f} of its processor time")
PYTHON
}

cd "$dir"
"$B" --quiet generate --output-dir made
row "write the lists" "rm -rf new" "$B generate --output-dir new" "rm -rf copy" "cp -r made copy"
row "lists up to date" true "$B generate --output-dir made" true "cp -r made/. copy"
RUNS=3 row "replay the corpus" true "$B verify $root/output/corpus.pgn" \
    true "$python $root/tests/oracles/corpus.py"
# We measure games from lichess.org and from TWIC separately, because only the games from lichess.org have a clock time
# after each move.
for kind in lichess_db twic1599; do
    for _ in $(seq 50); do cat "$reader/benches/${kind}_1000k.pgn"; echo; done >"$kind".pgn
    row "$kind: count" true "$B count --jobs 1 $kind.pgn" true "$examples/stats $kind.pgn"
    row "$kind: count --replay" true "$B count --jobs 1 --replay $kind.pgn" true "$examples/validate $kind.pgn"
    row "$kind: encode" true "$B encode --jobs 1 $kind.pgn > ids.jsonl" true "$examples/validate $kind.pgn"
    row "$kind: lint" true "$B lint --jobs 1 $kind.pgn > found.txt || true"
done
row "count, all cores" true "$B count big.pgn"
RUNS=3 row "count --replay, all cores" true "$B count --replay big.pgn" \
    true "$examples/parallel_validate big.pgn"
row "count, compressed" true "$B count big.pgn.zst" true "zstd -dc big.pgn.zst | wc -l"
row "encode, as written" true "$B encode --as-written big.pgn > ids.jsonl"
row "encode, as written, binary" true "$B encode --as-written --format bin big.pgn > ids.bin"
row "encode, played, all cores" true "$B encode big.pgn > ids.jsonl" true "$examples/parallel_validate big.pgn"
row "count 5 plies" true "$B tree count --plies 5"
RUNS=2 row "count 6 plies" true "$B tree count --plies 6"
RUNS=3 row "grow 4 plies" "rm -rf t4" "$B tree grow t4 --plies 4" "rm -rf copy" "cp -r t4 copy"
cd "$root"
cargo bench --quiet --bench tree
cargo bench --quiet --bench analysis
