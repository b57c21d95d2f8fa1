# Sourced by the tests of the command line: counts what was as wanted and what was not.
passed=0
failed=0

# expect NAME CODE TEXT COMMAND...: the exit code, and a text that the output must hold.
expect() {
  local name=$1 code=$2 text=$3 out got
  shift 3
  out=$("$@" 2>&1)
  got=$?
  if [ "$got" -eq "$code" ] && grep -qF -- "$text" <<<"$out"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: wanted exit %s and "%s", got exit %s:\n%s\n' "$name" "$code" "$text" "$got" "$out"
  fi
}

# check NAME COMMAND...: the command has to succeed.
check() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED $name: $*"
  fi
}

# Prints the counts; succeeds when nothing failed.
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
