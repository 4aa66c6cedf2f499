#!/bin/sh
# Long randomised runs: the property tests with new random examples each round, recorded hands over the wire with faults, and tortured hands,
# each round under a new seed, until MINUTES are over (a round that runs is finished); first the daemon is killed KILLS times (three to four
# seconds each), then TORTURE hands are tortured without and with sensor faults, TORTURE_WIRE of them down to the bytes, and as many of each
# are told with other cards face down. Writes a dated report to reports/ and fails when anything failed. What failed can be had again: the report names the seed.
set -eu
cd "$(dirname "$0")/.."
minutes=${MINUTES:-60}
kills=${KILLS:-1000}
torture=${TORTURE:-20000}
torture_wire=${TORTURE_WIRE:-200}
faults=miss=0.05,cross=0.05,mangle=0.05
mkdir -p reports
report=reports/soak-$(date -u +%Y-%m-%dT%H%M%SZ).txt
round=0
failures=0

run() {
    echo "\$ $*" >>"$report"
    if "$@" >"$report.part" 2>&1; then
        tail -n 5 "$report.part" >>"$report"
    else
        failures=$((failures + 1))
        cat "$report.part" >>"$report"
    fi
    rm -f "$report.part"
}

{
    echo "soak of $(git rev-parse --short HEAD 2>/dev/null || echo 'no commit'), $minutes minutes, $(.venv/bin/python -V)"
    uname -srm
} >"$report"
seed=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
echo "== $kills kills, seed $seed, $(date -u +%H:%M:%S)" | tee -a "$report"
run .venv/bin/smarttable sim crash --times "$kills" --seed "$seed"
echo "== $torture tortured hands, $(date -u +%H:%M:%S)" | tee -a "$report"
run .venv/bin/smarttable sim torture --hands "$torture" --seed 1
run .venv/bin/smarttable sim torture --hands "$torture" --seed 1 --faults "$faults"
run .venv/bin/smarttable sim torture --hands "$torture_wire" --seed 1 --wire "$torture_wire"
run .venv/bin/smarttable sim torture --hands "$torture_wire" --seed 1 --wire "$torture_wire" --faults "$faults"
run env TORTURE_TWINS="$torture" TORTURE_TWINS_READ="$torture" TORTURE_TWINS_WIRE="$torture_wire" \
    .venv/bin/python -m pytest -q -p no:cacheprovider tests/torture/test_torture_secrecy.py
end=$(($(date +%s) + minutes * 60))
while [ "$round" -eq 0 ] || [ "$(date +%s)" -lt "$end" ]; do
    round=$((round + 1))
    seed=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
    echo "== round $round, seed $seed, $(date -u +%H:%M:%S)" | tee -a "$report"
    run .venv/bin/python -m pytest -q -p no:cacheprovider -m hypothesis --hypothesis-profile soak --hypothesis-seed "$seed"
    run .venv/bin/smarttable replay sim/hands --wire --faults miss=0.10,cross=0.02 --seed "$seed"
    run .venv/bin/smarttable sim torture --hands 2000 --seed "$seed"
    run .venv/bin/smarttable sim torture --hands 500 --seed "$seed" --faults "$faults"
done
echo "== $round rounds, $failures failed runs" | tee -a "$report"
echo "report: $report"
[ "$failures" -eq 0 ]
