#!/bin/sh
# Reads the corpus with pgn-extract, which must report no errors, and must find one game
# for each string with '#'.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games # where Debian installs pgn-extract
read=$(mktemp)
trap 'rm -f "$read"' EXIT

# pgn-extract writes its complaints to standard error, together with a running count of games. We
# remove the count.
complaints=$(pgn-extract -s -Wuci -o"$read" output/corpus.pgn 2>&1 |
    tr '\r' '\n' | grep -v -e '^Games: [0-9]*$' -e '^$' || true)
games=$(grep -c '^\[Event ' "$read")
mates=$(grep -c '#$' output/san_strings_that_occur.txt)
if [ -n "$complaints" ]; then
    printf '%s\n' "$complaints"
    exit 1
fi
if [ "$games" -ne "$mates" ]; then
    echo "pgn-extract finds $games games, but there are $mates mates"
    exit 1
fi
echo "pgn-extract finds $games games and has no complaint"
