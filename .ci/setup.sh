#!/bin/sh
# Makes .venv with the locked packages, and sees to the system packages they need.
#
#   .ci/setup.sh run    what the daemon and the demo need
#   .ci/setup.sh dev    that, and what tests and lint need
#
# A second run finds nothing to do and ends at once. PYTHON names another interpreter than python3.
set -eu
cd "$(dirname "$0")/.."
mode=${1:?run or dev}
python=${PYTHON:-python3}
venv=.venv

fail() {
    echo "setup: $*" >&2
    exit 1
}

# Add to `missing` the Debian package $1 unless one of the commands $2… is there.
# sbin is no part of a user's PATH, but daemons live there.
need() {
    package=$1
    shift
    for program in "$@"; do
        PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$program" >/dev/null && return
    done
    missing="$missing $package"
}

install_system_packages() {
    missing=
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing=" python3-venv"
    if [ "$mode" = dev ]; then
        need mosquitto mosquitto
        need mosquitto-clients mosquitto_sub
        need chromium chromium chromium-browser
        need openssl openssl
        need systemd systemd-analyze
        # what drives the browser is linked against it
        "$python" -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null || missing="$missing libatomic1"
    fi
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || fail "install these with your system's package tool, then run this again:$missing"
    if [ "$(id -u)" -ne 0 ]; then
        echo "setup: system packages are missing; run this line, then try again:" >&2
        fail "sudo apt-get install -y --no-install-recommends$missing"
    fi
    echo "setup: installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086 # a list of words is meant
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# The browser without its windows: pages open sooner. Where there is none, the whole browser does the same.
install_quick_browser() {
    command -v chromium-headless-shell >/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null && command -v timeout >/dev/null; then
        export DEBIAN_FRONTEND=noninteractive
        for try in known updated; do
            [ "$try" = known ] || timeout 120 apt-get update -qq || break
            timeout 300 apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 && return
        done
    fi
    echo "setup: no chromium-headless-shell here: tests of pages take the whole browser, and longer"
}

# What the environment depends on: the lock, the interpreter, this folder (a moved venv is broken), this script.
key_of() {
    { cat "$1" .ci/setup.sh; "$python" -c 'import sys; print(sys.version, sys.executable)'; pwd; } | sha256sum
}

is_ready() {
    [ -f "$venv/ready-$1" ] && [ "$(cat "$venv/ready-$1")" = "$(key_of "$2")" ] && "$venv/bin/python" -c '' 2>/dev/null
}

install_locked() {
    lock=$1
    # An environment of another interpreter or folder cannot be mended.
    if ! "$venv/bin/python" -c "import sys; sys.exit(sys.version != '''$("$python" -c 'import sys; print(sys.version)')''')" 2>/dev/null ||
        ! grep -qsF "$(pwd)/$venv" "$venv/bin/pip"; then
        rm -rf "$venv"
        "$python" -m venv "$venv"
    fi
    echo "setup: installing the packages of $lock"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --require-hashes --only-binary :all: -r "$lock" ||
        fail "could not install the packages of $lock; this first run needs a network that reaches PyPI"
    # The clone itself, as it stands: on the path, with its command. No build, so nothing unlocked is fetched.
    pwd >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/smarttable.pth"
    cat >"$venv/bin/smarttable" <<SCRIPT
#!$(pwd)/$venv/bin/python
import sys

from controller.cli import app

if __name__ == "__main__":  # a process that works beside the first one reads this file too, and must not begin anew
    sys.exit(app())
SCRIPT
    chmod +x "$venv/bin/smarttable"
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "needs Python 3.11 or newer, $python is $("$python" -V); name another one: PYTHON=python3.12 make …"
case $mode in
run)
    # the lock for tests holds the same versions and more
    is_ready dev requirements-dev.txt || is_ready run requirements.txt || {
        install_system_packages
        install_locked requirements.txt
        key_of requirements.txt >"$venv/ready-run"
    }
    ;;
dev)
    install_system_packages # asked each time: somebody may have taken one away
    is_ready dev requirements-dev.txt || {
        install_quick_browser # wished for once: without it everything runs as well
        install_locked requirements-dev.txt
        key_of requirements-dev.txt >"$venv/ready-dev"
    }
    ;;
*) fail "unknown mode $mode; run or dev" ;;
esac
