#!/usr/bin/env bash
# Proves how a server that paystorm did not start is judged: on stores with accounts and passwords
# of their own, only where the marker table allows it, with each wrong address or password said in
# one line. The reference stands in for somebody's server.
# Usage: foreign_subject_test.sh PAYSTORM REFERENCE REPOSITORY
set -u
paystorm=$1
reference=$2
root=$3
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
cd "$work" || exit 1
pids=()

stop_all() {
  local pid
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null; done
  cd / && rm -rf "$work"
}
trap stop_all EXIT

wait_for() {
  local i
  for i in $(seq 100); do
    "$@" && return 0
    sleep 0.1
  done
  echo "FAILED setup: $*"
  cat ./*.log
  exit 1
}
sql() { printf '%s\n' "$@" >>boot.sql; }

# A MariaDB with accounts, made as its installation script makes it.
mkdir data
sql "CREATE DATABASE mysql;" "USE mysql;"
cat /usr/share/mysql/mysql_system_tables.sql >>boot.sql
sql "FLUSH PRIVILEGES;" "CREATE DATABASE shop CHARACTER SET utf8mb4;" \
  "CREATE USER 'shop'@'localhost' IDENTIFIED BY 'right-horse';" \
  "GRANT ALL ON shop.* TO 'shop'@'localhost';"
user=()
[ "$(id -u)" -ne 0 ] || user=(--user=root)
if ! mariadbd --no-defaults --bootstrap "${user[@]}" --datadir="$work/data" <boot.sql >boot.log 2>&1; then
  echo "FAILED setup: MariaDB's system tables"
  cat boot.log
  exit 1
fi
mariadbd --no-defaults "${user[@]}" --datadir="$work/data" --socket="$work/db" --skip-networking \
  --skip-log-bin --pid-file="$work/pid" >mariadb.log 2>&1 &
pids+=($!)
# Debian's redis-tools has the server under another name, which it goes by.
(exec -a redis-server redis-check-rdb --port 0 --unixsocket "$work/redis" --save '' --dir "$work" >redis.log 2>&1) &
pids+=($!)
wait_for test -S db -a -S redis

good=$root/scenarios/pass/cancelled-order.yaml
storm=$root/scenarios/pass/article-storm.yaml
database=(--mysql "unix://$work/db" --mysql-user shop --database shop)
everything=("${database[@]}" --redis "unix://$work/redis" --keys-dir keys)
export PAYSTORM_REPORT_DIR=$work/runs

# The keys are made at the first use, so that the server can be given them.
expect "nobody there yet" 3 "nobody answers at http://127.0.0.1:1" \
  "$paystorm" run "$good" --keys-dir keys --subject-url http://127.0.0.1:1

REFERENCE_MYSQL_PASSWORD=right-horse "$reference" --port 0 --port-file port --init-schema \
  --mysql "unix://$work/db" --mysql-user shop --mysql-database shop --redis "unix://$work/redis" \
  --wxpay-certificate keys/platform_cert.pem --wxpay-api-v3-key-file keys/api_v3_key.txt \
  --wxpay-key "$(cat keys/pub_key_id.txt)=keys/pub_key_public.pem" >reference.log 2>&1 &
pids+=($!)
wait_for test -s port
subject=(--subject-url "http://127.0.0.1:$(cat port)")

PAYSTORM_MYSQL_PASSWORD=wrong-zebra expect "wrong password" 3 \
  "the database at unix://$work/db refuses user \"shop\": wrong user or password" \
  "$paystorm" run "$good" "${subject[@]}" "${everything[@]}"
check "no password in a report" sh -c '! grep -rqF wrong-zebra runs'
export PAYSTORM_MYSQL_PASSWORD=right-horse
expect "a database that is somebody else's" 3 \
  "the connection is refused by the database server at unix://$work/db: Access denied for user 'shop'@'localhost' to database 'shoppe' (1044)" \
  "$paystorm" run "$good" "${subject[@]}" --mysql "unix://$work/db" --mysql-user shop --database shoppe --keys-dir keys
expect "nobody at the database's address" 3 "there is no database server at unix://$work/nowhere" \
  "$paystorm" run "$good" "${subject[@]}" --mysql "unix://$work/nowhere" --mysql-user shop --database shop --keys-dir keys
expect "nobody at Redis's address" 3 "unix://$work/nowhere" \
  "$paystorm" run "$good" "${subject[@]}" "${database[@]}" --redis "unix://$work/nowhere" --keys-dir keys
expect "a database that was not made for tests" 3 "CREATE TABLE paystorm_marker (id INT)" \
  "$paystorm" run "$good" "${subject[@]}" "${everything[@]}"

printf 'CREATE TABLE shop.paystorm_marker (id INT);\n' >marker.sql
kill "${pids[0]}" && wait "${pids[0]}"
mariadbd --no-defaults --bootstrap "${user[@]}" --datadir="$work/data" <marker.sql >marker.log 2>&1
mariadbd --no-defaults "${user[@]}" --datadir="$work/data" --socket="$work/db" --skip-networking \
  --skip-log-bin --pid-file="$work/pid" >mariadb.log 2>&1 &
pids[0]=$!
wait_for test -S db

# All that needs no log of the subject's is judged; what needs it is said to be unknown.
expect "judged by tables alone" 0 "3 of 3 checks hold" \
  "$paystorm" run "$storm" "${subject[@]}" "${everything[@]}"
expect "the same seed again" 3 "is there already, from an earlier run with this seed; choose another --seed" \
  "$paystorm" run "$storm" "${subject[@]}" "${everything[@]}"
expect "another seed" 0 "3 of 3 checks hold" \
  "$paystorm" run "$storm" "${subject[@]}" "${everything[@]}" --seed 2
expect "a check that needs the log" 4 "the log of a subject that runs elsewhere is not known" \
  "$paystorm" run "$root/scenarios/pass/duplicate-storm.yaml" "${subject[@]}" "${everything[@]}"
expect "without a database nothing is known" 4 "no database is known for this subject" \
  "$paystorm" run "$storm" "${subject[@]}" --keys-dir keys --seed 3

finish
