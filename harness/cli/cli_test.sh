#!/usr/bin/env bash
# Proves what a person sees at the command line: exit codes, one clear line for each wrong input,
# nothing left running after Ctrl-C or kill -9. Usage: cli_test.sh PAYSTORM REPOSITORY
set -u
paystorm=$1
root=$2
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work" || exit 1

# Processes whose command line names our own temporary folder; nobody else's.
ours() { pgrep -f -- "$TMPDIR" | wc -l; }
none_of_ours() {
  local i
  for i in $(seq 50); do
    [ "$(ours)" -eq 0 ] && return 0
    sleep 0.1
  done
  pgrep -af -- "$TMPDIR"
  return 1
}
empty_tmp() { [ -z "$(ls -A "$TMPDIR")" ]; }

good=$root/scenarios/pass/cancelled-order.yaml
ladder=$root/scenarios/pass/whole-ladder.yaml

expect "no command" 2 "A subcommand is required" "$paystorm"
expect "help" 0 "Exit codes" "$paystorm" --help
expect "unknown flag" 2 "--nope" "$paystorm" run "$good" --nope
expect "seed that is no number" 2 "--seed" "$paystorm" run "$good" --seed abc
expect "missing file" 2 "nothere.yaml: no such file or folder" "$paystorm" run nothere.yaml
mkdir empty
expect "nothing to run" 5 "no scenario file" "$paystorm" run empty
printf 'version: 1\nname: x\nproves: y\ndelivr: []\n' >wrong.yaml
expect "unknown key" 2 'wrong.yaml:4:1: unknown key "delivr", did you mean "deliver"?' "$paystorm" run wrong.yaml
expect "validate a wrong one" 2 "1 of 2 scenario files is wrong" "$paystorm" validate wrong.yaml "$good"
expect "validate all shipped" 0 "duplicate-storm" "$paystorm" validate "$root/scenarios"
expect "list" 0 "exactly_once_effect" "$paystorm" list
expect "list scenarios" 0 "whole-ladder" "$paystorm" list "$root/scenarios"
expect "plan" 0 "scenario cancelled-order" "$paystorm" plan "$good"
"$paystorm" plan "$root/scenarios" --seed 7 >plan1 2>&1
"$paystorm" plan "$root/scenarios" --seed 7 >plan2 2>&1
check "same seed, same plan" cmp -s plan1 plan2
expect "missing reference" 3 "no reference server at /nope" "$paystorm" run "$good" --reference /nope
expect "missing server program" 3 "redis-server is not installed; its package is redis-tools" \
  env PATH=/nowhere "$paystorm" run "$good"
check "nothing runs after a missing server" none_of_ours
touch file
expect "unwritable report folder" 3 "cannot write to file/x" "$paystorm" run "$good" --report-dir file/x
expect "unreachable subject" 3 "nobody answers at http://127.0.0.1:1" "$paystorm" run "$good" --subject-url http://127.0.0.1:1
expect "not this machine" 2 "sends to loopback only" "$paystorm" run "$good" --subject-url http://192.0.2.1
for hidden in http://127.0.0.1@192.0.2.1 http://127.example.com http://localhost.example.com \
  http://127.0.0.1.example.com 'http://127.0.0.1\@192.0.2.1'; do
  expect "another host behind $hidden" 2 "" "$paystorm" run "$good" --subject-url "$hidden"
done
expect "no url" 2 "is no base URL" "$paystorm" run "$good" --subject-url 127.0.0.1
expect "database without a name" 2 "--mysql and --database go together" "$paystorm" run "$good" --mysql tcp://127.0.0.1:1
mkdir keys
expect "keys that are not there" 2 "keys holds the keys of no channel; platform_private.pem is missing" "$paystorm" run "$good" --keys-dir keys
sed 's/^channel: wxpay/&\nsubject: {reference: {defect: no-such-defect}}/' "$good" >defect.yaml
expect "unknown defect" 3 "no-such-defect" "$paystorm" run defect.yaml

# A defect that no scenario claims to find would prove nothing.
for defect in $("$(dirname "$paystorm")/paystorm-reference" --list-defects | cut -f1); do
  check "a scenario for $defect" grep -rqE "defect: $defect[,}]" "$root/scenarios/find"
done

expect "send and print" 0 "Wechatpay-Signature: " "$paystorm" send wxpay payment_success --to http://127.0.0.1:1/x --print
expect "send with a change" 0 "total_amount=0.01" "$paystorm" send alipay payment_success --print --set total_amount=0.01
expect "the same seed sends the same" 0 "\"amount\":1," "$paystorm" send stripe charge_succeeded --print --set data.object.amount=1
expect "send to nobody" 3 "unanswered" "$paystorm" send stripe payment_success --to http://127.0.0.1:1/x
expect "send elsewhere" 2 "sends to loopback only" "$paystorm" send stripe payment_success --to http://192.0.2.1/x
expect "send nowhere" 2 "--to" "$paystorm" send stripe payment_success
expect "unknown channel" 2 'unknown channel "strip", did you mean "stripe"?' "$paystorm" send strip payment_success --print
expect "unknown event" 2 'did you mean "payment_success"?' "$paystorm" send stripe payment_succes --print
expect "an event of another channel" 2 "stripe sends no trade_finished" "$paystorm" send stripe trade_finished --print
expect "a variant of another channel" 2 "alipay has no variant stale" "$paystorm" send alipay payment_success --variant stale --print
expect "a change that changes nothing" 2 "write amount.total=1" "$paystorm" send wxpay payment_success --set amount --print

cp "$good" ok.yaml
expect "one scenario" 0 "7 of 7 checks hold" "$paystorm" run ok.yaml
check "reports are there" test -s runs/latest/report.html -a -s runs/latest/record.json -a -s runs/latest/junit.xml
check "history is there" grep -q '"type":"delivery_ended"' runs/latest/cancelled-order/history.ndjson
check "no secret in the reports" sh -c '! grep -rqE "BEGIN (RSA )?PRIVATE" runs'
check "nothing runs after a run" none_of_ours
check "nothing is left in the temporary folder" empty_tmp

# A check that does not hold: exit 1, and the finding with what it wanted and got.
sed 's/equals: cancelled/equals: paid/' "$good" >violated.yaml
expect "a violated check" 1 "wanted" "$paystorm" run violated.yaml
# An expected finding that does not appear.
{ cat "$good"; printf 'expect:\n  - {check: exactly_once_effect, reason: twice}\n'; } >unfound.yaml
expect "a finding that does not appear" 1 "exactly_once_effect twice" "$paystorm" run unfound.yaml

# Ctrl-C in the middle: exit 130, healed, reports written, nothing left.
"$paystorm" run "$root/scenarios/pass" --report-dir interrupted >int.out 2>&1 &
pid=$!
for _ in $(seq 100); do
  [ -e interrupted/latest/article-storm/history.ndjson ] && break
  sleep 0.1
done
kill -INT $pid
wait $pid
check "exit code after Ctrl-C" test $? -eq 130
check "reports after Ctrl-C" test -s interrupted/latest/report.html
check "nothing runs after Ctrl-C" none_of_ours
check "temporary folder after Ctrl-C" empty_tmp

# kill -9 in the middle: no orphan, no folder.
"$paystorm" run "$ladder" "$root/scenarios/pass/duplicate-storm.yaml" --report-dir killed >/dev/null 2>&1 &
pid=$!
for _ in $(seq 100); do
  [ -e killed/latest/whole-ladder/history.ndjson ] && break
  sleep 0.1
done
check "servers run before the kill" test "$(ours)" -gt 0
kill -KILL $pid
wait $pid 2>/dev/null
check "nothing runs after kill -9" none_of_ours
sleep 1
check "temporary folder after kill -9" empty_tmp

cd / && rm -rf "$work"
finish
