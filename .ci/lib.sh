# What .ci/run and .ci/long share. Sourced by bash, in the project's folder.

# Runs a command up to three times; prints what it said each time it failed.
retried() {
  local said pause; said=$(mktemp)
  for pause in 5 15 0; do
    if "$@" >"$said" 2>&1; then rm "$said"; return 0; fi
    echo "failed: $*"; tail -n 40 "$said"; sleep "$pause"
  done
  rm "$said"; return 1
}

# Installs the Debian packages whose programs are missing, given as program:package. The services that the packages
# start by themselves are not used.
need() {
  local missing=() one
  for one in "$@"; do command -v "${one%%:*}" >/dev/null || missing+=("${one#*:}"); done
  [ "${#missing[@]}" != 0 ] || return 0
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=5 -o Acquire::http::Timeout=30 -o DPkg::Lock::Timeout=120)
  retried "${apt[@]}" update && retried "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# Makes the folder of the run, removed at its end. Data of tests lies in memory where there is room: a disk that stalls
# must not decide a test.
make_work() {
  local free; free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "${free:-0}" -lt 6000000 ] || export TMPDIR=/dev/shm
  work=$(mktemp -d)
  mkdir "$work/tmp"
  chmod 711 "$work" && chmod 1777 "$work/tmp"
  export TMPDIR="$work/tmp"
  trap 'stop_postgres_15; rm -rf "$work"' EXIT
}

as_nobody() { if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; else "$@"; fi; }

# Runs a command with TEST_DATABASE_URL on a PostgreSQL 15 of Debian's whose locale is not C.
pg=/usr/lib/postgresql/15/bin
without_durability="-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0"
on_postgres_15() {
  local code=0
  mkdir "$work/pg" "$work/socket"
  [ "$(id -u)" != 0 ] || chown 65534:65534 "$work/pg" "$work/socket"
  (cd "$work" && as_nobody "$pg/initdb" -D "$work/pg" -U lavra --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null &&
    as_nobody "$pg/pg_ctl" -D "$work/pg" -w -l "$work/pg/log" \
      -o "-k $work/socket -c listen_addresses='' -c max_connections=400 -c shared_buffers=256MB $without_durability" start >/dev/null) || return 1
  TEST_POSTGRES_BIN=$pg TEST_DATABASE_URL="postgres://lavra@/postgres?host=$work/socket" "$@" || code=$?
  stop_postgres_15
  rm -rf "$work/pg" "$work/socket"
  return "$code"
}
stop_postgres_15() {
  [ ! -f "$work/pg/postmaster.pid" ] || (cd "$work" && as_nobody "$pg/pg_ctl" -D "$work/pg" -m fast stop >/dev/null) || true
}

# Runs a command in a clone of the commit that belongs to an ordinary user, portals included; as it is where that is who
# runs it already. The clone takes the packages from here, or the npm that `ordinary_npm` names installs them.
as_ordinary_user() {
  [ "$(id -u)" = 0 ] || { "$@"; return; }
  local home="$work/casa de teste"
  if [ ! -d "$home" ]; then
    mkdir "$home" && chmod 700 "$home"
    git clone -q --depth 1 "file://$PWD" "$home"
    if [ -z "${ordinary_npm:-}" ]; then cp -a node_modules "$home/"
    else (cd "$home" && retried npx --yes "npm@$ordinary_npm" ci) || return 1; fi
    [ -x "$home/node_modules/.bin/node" ] || return 1
    [ ! -d web/dist ] || cp -a web/dist "$home/web/"
    chown -R 65534:65534 "$home"
  fi
  (cd "$home" && HOME="$home" npm_config_cache="$home/.npm" setpriv --reuid 65534 --regid 65534 --clear-groups "$@")
}

# Runs a command of tests; adds what its closing line counts to `passed` and `failed`.
passed=0 failed=0
count() {
  local code=0 p f
  "$@" 2>&1 | tee "$work/said" || code=1
  read -r p f < <(awk '/^[0-9]+ passed, [0-9]+ failed$/ { p = $1; f = $3 } END { print p + 0, f + 0 }' "$work/said")
  [ "$code" = 0 ] || [ "$f" != 0 ] || { echo "ended without its closing line: $*"; f=1; }
  passed=$((passed + p)) failed=$((failed + f))
}
