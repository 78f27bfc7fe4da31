#!/bin/sh
# check-versions.sh CONFIG: exits with 1 when the installed Patroni must not run with this
# configuration, and says why. Patroni's unit runs it before each start (patroni.service.d).
# LAVRA_PATRONI replaces the command that prints the version.
set -eu
config=${1:?usage: check-versions.sh /etc/patroni/config.yml}
refuse() { echo "check-versions: $1" >&2; exit 1; }

version=$(${LAVRA_PATRONI:-patroni --version} | sed -n 's/^patroni \([0-9][0-9.]*\).*/\1/p')
[ -n "$version" ] || refuse "the installed Patroni does not tell its version"
major=${version%%.*}
store=$(sed -n 's/^\(etcd3\{0,1\}\):.*/\1/p' "$config")
commit=$(sed -n 's/^ *synchronous_mode: *\([a-z]*\).*/\1/p' "$config")

case $store in
  etcd3) [ "$major" -ge 4 ] || refuse "Patroni $version with etcd3 splits: a primary that was cut off takes the lock back from its successor, and acknowledged writes are lost. Use etcd (the v2 API) or Patroni 4." ;;
  etcd) [ "$major" -lt 4 ] || refuse "Patroni $version was proven with etcd3 only (etcd 3.6 has no v2 API any more): nothing says that acknowledged writes survive." ;;
  *) refuse "$config must name one store, etcd or etcd3" ;;
esac
case $commit in
  quorum) [ "$major" -ge 4 ] || refuse "Patroni $version does not know synchronous_mode quorum and would replicate asynchronously." ;;
  true) ;;
  *) refuse "synchronous_mode is '$commit': a machine that vanishes would take acknowledged writes with it." ;;
esac
