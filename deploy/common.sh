# Functions that install and upgrade share. They source this file from $here.
# shellcheck shell=sh disable=SC2034

program=/opt/greenroom
versions=$program/versions
current=$program/current
settings=/etc/greenroom/greenroom.env
data=/var/lib/greenroom
# State of an upgrade. Only root may write it, because root acts on it and the site's user is not trusted.
notes=$program/upgrade
backups=/var/backups/greenroom
unit=/etc/systemd/system/greenroom.service
command=/usr/local/bin/greenroom
account=greenroom

# The site's user must be able to read the program, whatever root's own umask is.
umask 022
is_dry=no
is_agreed=${GREENROOM_YES:+yes}

# Ignores errors, so that an upgrade continues if its terminal is closed.
say() { printf '%s\n' "$*" 2>/dev/null || true; }
fail() {
  say "$*" >&2
  exit 1
}

# Runs at every exit. $making is an unfinished database whose first password was not displayed yet, so it is deleted.
clean_up() {
  [ -z "${trial:-}" ] || stop_trial
  [ "${is_proving:-no}" = no ] || stop_proving
  [ "$is_dry" = yes ] || [ -z "${making:-}" ] || as_site rm -rf "$making"
  rm -rf "${unpacked:-}" "${said:-}"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# Runs a command; with --dry-run, only prints it.
run() {
  if [ "$is_dry" = yes ]; then say "  would run: $*"; else "$@"; fi
}

# as_site COMMAND…: runs a command as the site's user. Use it for all writes in that user's folders, so that a symbolic
# link planted there cannot misdirect root. The command has no terminal, into which that user could inject input.
as_site() {
  if [ "$(id -u)" != 0 ]; then
    "$@"
  else
    setsid --wait setpriv --reuid="$account" --regid="$account" --init-groups --inh-caps=-all -- \
      env -i PATH=/usr/bin:/bin "$@" </dev/null 9>&-
  fi
}

# data_files TASK [FOLDER]: data-files.sh in $data. The archive may be in a folder that the site's user cannot read.
data_files() { as_site sh -c "$(cat "$here/data-files.sh")" data-files.sh "$1" "$data" "${2:-}"; }

# write FILE MODE GROUP: atomically writes standard input to a file that root owns.
write() {
  if [ "$is_dry" = yes ]; then
    say "  would write $1:"
    sed 's/^/    /'
    return
  fi
  (umask 077 && cat >"$1.new")
  chown "root:$3" "$1.new"
  chmod "$2" "$1.new"
  mv "$1.new" "$1"
}

# ask QUESTION: stores the answer in $answer. Without a terminal, answers must be given as options.
ask() {
  [ -t 0 ] || fail "There is no terminal to answer this question: $1 (see --help for options)"
  printf '%s ' "$1"
  read -r answer || answer=''
}

# Takes the lock of install and upgrade, and ends processes that a killed run left behind.
take_turn() {
  if [ "$is_dry" = yes ]; then return; fi
  exec 9>/run/greenroom.lock
  flock -n 9 || fail "Another install or upgrade is running."
  stop_trial
  [ ! -e "$proving" ] || stop_proving
}

has_systemd() { [ -d /run/systemd/system ]; }

# setting NAME DEFAULT: prints the value in the settings file.
setting() {
  found=''
  [ ! -r "$settings" ] || found=$(sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed 's/ #.*//' | tr -d " \"'")
  say "${found:-$2}"
}

# Reads the data folder (links resolved) and the local address of the site from its settings.
read_places() {
  data=$(readlink -m "$(setting DATA_DIR "$data")")
  port=$(setting PORT "${port:-3000}")
  host=$(setting HOST 127.0.0.1)
  case $host in 0.0.0.0 | :: | localhost) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
  served=http://$host:$port
}

# Print when the service last started, and when a file last changed, in Unix seconds.
started_at() { systemctl show --property ExecMainStartTimestamp --timestamp=unix --value greenroom | sed 's/^@//; s/^$/0/; s/^n.*/0/'; }
changed_at() { stat -c %Y "$1"; }

# open_archive FILE-OR-FOLDER: verifies the archive and sets $archive to its folder, $version and $name.
open_archive() {
  if [ -d "$1" ]; then
    archive=$(readlink -f "$1")
  else
    [ -f "$1" ] || fail "There is no archive $1."
    unpacked=$(mktemp -d /var/tmp/greenroom-archive.XXXXXX)
    tar -xzf "$1" -C "$unpacked" || fail "$1 cannot be unpacked: it may be incomplete, or /var/tmp may be full."
    archive=$(find "$unpacked" -mindepth 1 -maxdepth 1 -type d | head -n 1)
  fi
  [ -f "$archive/VERSION" ] || fail "$1 is not an archive of Greenroom. \"npm run package\" makes one."
  version=$(sed -n 's/^version=//p' "$archive/VERSION")
  system=$(sed -n 's/^system=//p' "$archive/VERSION")
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) here_is=linux-x64 ;;
    Linux-aarch64) here_is=linux-arm64 ;;
    *) fail "Archives are for Linux on x64 and arm64, but this is $(uname -s) on $(uname -m)." ;;
  esac
  [ "$system" = "$here_is" ] || fail "This archive is for $system, but this machine is $here_is."
  (cd "$archive" && sha256sum --check --quiet --strict SHA256SUMS) ||
    fail "The archive is damaged. Download it again."
  [ "$is_dry" = yes ] || "$archive/node/bin/node" --version >/dev/null ||
    fail "Node does not start from $archive. Its disk may be mounted noexec, or this system may be older than Debian 10."
  # Development builds of the same version need separate folders.
  name=$version-$(sha256sum "$archive/SHA256SUMS" | cut -c 1-8)
}

# need_room FOLDER KILOBYTES: fails if the folder's disk has less free space; the folder may not exist yet.
need_room() {
  place=$1
  while [ ! -d "$place" ]; do place=$(dirname "$place"); done
  free=$(df -Pk "$place" | awk 'NR == 2 { print $4 }')
  [ "$free" -gt "$2" ] || fail "Too little disk space at $place: $(($2 / 1000)) MB are needed, but only $((free / 1000)) MB are free. Nothing was changed."
}

# kilobytes FOLDER: prints the folder's size without remains of failed upgrades.
kilobytes() { du -sk --exclude='failed-upgrade-*' "$1" | cut -f 1; }

# Copies the opened archive to its folder in $versions, owned by root and read-only for others.
place_version() {
  if [ -d "$versions/$name" ]; then return; fi
  run mkdir -p "$versions"
  run rm -rf "$versions/$name.part"
  run cp -R "$archive" "$versions/$name.part"
  run chown -R root:root "$versions/$name.part"
  run chmod -R u=rwX,go=rX "$versions/$name.part"
  run mv "$versions/$name.part" "$versions/$name"
}

# use_version NAME: switches to a version, with its systemd unit and its command for operators.
use_version() {
  run ln -sfn "versions/$1" "$current.new" &&
    run mv -T "$current.new" "$current" &&
    run ln -sfn "$current/deploy/greenroom" "$command" &&
    run install -m 0644 "$versions/$1/deploy/greenroom.service" "$unit" || return 1
  if has_systemd; then run systemctl daemon-reload; fi
}

# wait_until_serving NAME ADDRESS SECONDS: waits until pages and database of a version answer at the address.
wait_until_serving() {
  "$versions/$1/node/bin/node" "$versions/$1/deploy/wait-until-serving.mjs" "$2" "$3"
}

# wait_for_service NAME ADDRESS: waits for the service for 90 seconds, or until it failed three starts.
wait_for_service() {
  rounds=0
  while [ "$rounds" -lt 18 ]; do
    if complaint=$(wait_until_serving "$1" "$2" 5 2>&1); then return 0; fi
    if [ "$(systemctl show --property NRestarts --value greenroom)" -gt 2 ]; then
      complaint='systemd started the service three times, and it exited each time.'
      break
    fi
    rounds=$((rounds + 1))
  done
  say "  $complaint"
  return 1
}

# Ends the process of try_version, also one that a killed run left behind.
trial_file=/run/greenroom-trial
stop_trial() {
  [ -r "$trial_file" ] || return 0
  trial=$(cat "$trial_file")
  case $(readlink "/proc/$trial/exe" 2>/dev/null) in
    "$versions"/*)
      kill "$trial" 2>/dev/null || true
      patience=150
      while [ "$patience" -gt 0 ] && [ -e "/proc/$trial/exe" ]; do
        sleep 0.2
        patience=$((patience - 1))
      done
      kill -9 "$trial" 2>/dev/null || true
      ;;
  esac
  rm -f "$trial_file"
  trial=''
}

# try_version NAME: starts a version without mails and jobs on a random port, waits until it serves, and stops it.
# This creates or migrates the database, for at most ten minutes. Leaves the output in $said. Fails if the version
# does not serve.
try_version() {
  said=$(mktemp /var/tmp/greenroom-said.XXXXXX)
  GREENROOM_FOLDER="$versions/$1" PORT=0 HOST=127.0.0.1 \
    setsid "$versions/$1/deploy/greenroom" start --without-jobs >"$said" 2>&1 9>&- &
  trial=$!
  say "$trial" >"$trial_file"
  address=''
  waited=0
  while [ -z "$address" ] && [ "$waited" -lt 3000 ] && kill -0 "$trial" 2>/dev/null; do
    sleep 0.2
    waited=$((waited + 1))
    address=$(sed -n 's#.* is open at http://[^ ]*:\([0-9]*\)$#http://127.0.0.1:\1#p' "$said" | head -n 1)
  done
  is_serving=no
  if [ -n "$address" ] && wait_until_serving "$1" "$address" 30; then is_serving=yes; fi
  stop_trial
  [ "$is_serving" = yes ]
}

# Also resets systemd's restart counter, which would make the next version look as if it had failed.
stop_service() {
  systemctl stop greenroom || return 1
  systemctl reset-failed greenroom 2>/dev/null || true
}

# prove_service NAME: starts the service with its real unit on a random port, so that no visitor registers with a
# version that is then rolled back. Without jobs, because mails would be sent again after a rollback.
proving=/run/systemd/system/greenroom.service.d/proving.conf
prove_service() {
  hidden=$("$versions/$1/node/bin/node" "$versions/$1/deploy/find-ports.mjs" free)
  is_proving=yes
  mkdir -p "$(dirname "$proving")"
  printf '[Service]\nEnvironment=HOST=127.0.0.1 PORT=%s\nExecStart=\nExecStart=%s start --without-jobs\n' \
    "$hidden" "$current/deploy/greenroom" >"$proving"
  systemctl daemon-reload
  is_proved=no
  if systemctl start greenroom && wait_for_service "$1" "http://127.0.0.1:$hidden"; then is_proved=yes; fi
  stop_proving
  [ "$is_proved" = yes ]
}
stop_proving() {
  is_proving=no
  stop_service || true
  rm -f "$proving"
  rmdir "$(dirname "$proving")" 2>/dev/null || true
  systemctl daemon-reload
}
