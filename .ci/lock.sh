#!/bin/sh
# Resolves pyproject.toml into the three locks: one resolution for every supported Python and machine, with
# all hashes. The locks name no index: where packages come from is the matter of whoever installs them.
set -eu
cd "$(dirname "$0")/.."
uv=${UV:-uv}
command -v "$uv" >/dev/null || { echo "lock: uv is needed (pipx install uv), or name it: make lock UV=/path/to/uv" >&2; exit 1; }

# shellcheck disable=SC2016 # the backquotes are for the reader
resolve() {
    output=$1
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
        --output-file "$output" "$@" pyproject.toml
    sed -i '1i # Made from pyproject.toml by `make lock`.' "$output"
}

resolve requirements.txt
resolve requirements-dev.txt --constraint requirements.txt --group dev
resolve requirements-gpio.txt --constraint requirements.txt --extra gpio
