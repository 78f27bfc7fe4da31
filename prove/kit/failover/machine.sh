#!/bin/sh
# machine.sh OWN ROOT STAND-INS [REPOSITORY]: in a mount namespace of its own, gives a machine of the
# sandbox what it does not share: configuration, state, logs. All of it lies in the folder OWN. ROOT
# is the file system of the engine. With a REPOSITORY it is a machine with Lavra.
set -eu
own=$1 root=${2%/} standins=$3 repository=${4:-}
mkdir -p "$own/var/lib/dpkg" "$own/var/log" "$own/usr/local/lib" "$own/root" "$own/srv"
cp -a "$root/etc" "$own/etc"
mount --bind "$root/var/lib/dpkg" "$own/var/lib/dpkg"
if [ -n "$repository" ]; then
  current=$own/srv/lavra/current
  mkdir -p "$current/node_modules"
  cp -a "$repository/deploy" "$repository/package.json" "$current/"
  mount --bind "$repository/node_modules" "$current/node_modules"
  grep -q '^lavra:' "$own/etc/group" || echo 'lavra:x:64000:' >> "$own/etc/group" # by the installation
fi
mount --bind "$standins" "$root/usr/local/sbin"
for folder in /etc /var/lib /var/log /usr/local/lib /root /srv; do
  mount --rbind "$own$folder" "$root$folder"
done
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/dev/shm"
chroot "$root/" install -d -o postgres -g postgres -m 2775 /run/postgresql
echo ready
exec sleep infinity # keeps the namespace
