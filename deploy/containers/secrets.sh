#!/bin/sh
# Creates the secrets of compose.yaml; existing ones are kept: sh deploy/containers/secrets.sh FOLDER
# A container reads them as its own user, so the files are readable by all users, and only the
# operator can open the folder. Keep a copy of app_key elsewhere, away from the backups.
set -eu
folder=${1:?'the folder for the secrets, for example deploy/containers/secrets'}
umask 022
mkdir -p "$folder" && chmod 0700 "$folder"
make() { [ -e "$folder/$1" ] || printf '%s' "$2" > "$folder/$1"; }
random() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
make app_key "$(random)$(random)"
for role in superuser owner service backup; do make "password_$role" "$(random)"; done
url() { make "$1" "postgres://$2:$(cat "$folder/$3")@172.30.83.2:5432/lavra"; }
url database_url lavra password_service
url database_owner_url lavra_owner password_owner
url database_backup_url lavra_backup password_backup
