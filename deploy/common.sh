# What install and upgrade share. They read it from $here; it does nothing by itself.
# shellcheck shell=sh disable=SC2034

program=/opt/greenroom
versions=$program/versions
current=$program/current
settings=/etc/greenroom/greenroom.env
data=/var/lib/greenroom
# What an upgrade notes of itself is root's alone: root does what stands there, and the site's user must not have a say.
notes=$program/upgrade
backups=/var/backups/greenroom
unit=/etc/systemd/system/greenroom.service
command=/usr/local/bin/greenroom
account=greenroom

# The program is for the site's user to read, whatever root's own umask is.
umask 022
is_dry=no
is_agreed=${GREENROOM_YES:+yes}

# Also where the terminal is gone: what has begun goes on without one.
say() { printf '%s\n' "$*" 2>/dev/null || true; }
fail() {
  say "$*" >&2
  exit 1
}

# At the end, however it comes; $making is a database whose first password nobody has seen yet.
clean_up() {
  [ -z "${trial:-}" ] || stop_trial
  [ "${is_proving:-no}" = no ] || stop_proving
  [ "$is_dry" = yes ] || [ -z "${making:-}" ] || as_site rm -rf "$making"
  rm -rf "${unpacked:-}" "${said:-}"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# Does what it is given; with --dry-run it only says it.
run() {
  if [ "$is_dry" = yes ]; then say "  would run: $*"; else "$@"; fi
}

# as_site COMMAND…: as the site's user. All that writes in a folder of that user's runs so: a link that the user plants
# there then leads root nowhere. Without a terminal, to which another process of that user could type as root.
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

# write FILE MODE GROUP: a file of root's with what comes in, swapped in whole.
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

# ask QUESTION: the answer stands in $answer. Whoever is not at a terminal gives it as an option.
ask() {
  [ -t 0 ] || fail "Nobody is at a terminal to answer: $1 (see --help for options)"
  printf '%s ' "$1"
  read -r answer || answer=''
}

# One of them at a time; what a killed one left running ends here.
take_turn() {
  if [ "$is_dry" = yes ]; then return; fi
  exec 9>/run/greenroom.lock
  flock -n 9 || fail "Another install or upgrade is under way."
  stop_trial
  [ ! -e "$proving" ] || stop_proving
}

has_systemd() { [ -d /run/systemd/system ]; }

# setting NAME DEFAULT: what the settings file says.
setting() {
  found=''
  [ ! -r "$settings" ] || found=$(sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed 's/ #.*//' | tr -d " \"'")
  say "${found:-$2}"
}

# Where the site keeps its files, whatever leads there, and where it answers.
read_places() {
  data=$(readlink -m "$(setting DATA_DIR "$data")")
  port=$(setting PORT "${port:-3000}")
  host=$(setting HOST 127.0.0.1)
  case $host in 0.0.0.0 | :: | localhost) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
  served=http://$host:$port
}

# The moment of the service's last start, and of a file's last change, in seconds of the clock.
started_at() { systemctl show --property ExecMainStartTimestamp --timestamp=unix --value greenroom | sed 's/^@//; s/^$/0/; s/^n.*/0/'; }
changed_at() { stat -c %Y "$1"; }

# open_archive FILE-OR-FOLDER: leaves its folder in $archive, its version and name in $version and $name.
open_archive() {
  if [ -d "$1" ]; then
    archive=$(readlink -f "$1")
  else
    [ -f "$1" ] || fail "There is no archive $1."
    unpacked=$(mktemp -d /var/tmp/greenroom-archive.XXXXXX)
    tar -xzf "$1" -C "$unpacked" || fail "$1 cannot be unpacked: is it whole, and is there room in /var/tmp?"
    archive=$(find "$unpacked" -mindepth 1 -maxdepth 1 -type d | head -n 1)
  fi
  [ -f "$archive/VERSION" ] || fail "$1 is no archive of Greenroom: \"npm run package\" makes one."
  version=$(sed -n 's/^version=//p' "$archive/VERSION")
  system=$(sed -n 's/^system=//p' "$archive/VERSION")
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) here_is=linux-x64 ;;
    Linux-aarch64) here_is=linux-arm64 ;;
    *) fail "Archives are for Linux on x64 and arm64; this is $(uname -s) on $(uname -m)." ;;
  esac
  [ "$system" = "$here_is" ] || fail "This archive is for $system, and this machine is $here_is."
  (cd "$archive" && sha256sum --check --quiet --strict SHA256SUMS) ||
    fail "The archive is damaged: fetch it again."
  [ "$is_dry" = yes ] || "$archive/node/bin/node" --version >/dev/null ||
    fail "Node does not start from $archive: is its disk mounted noexec, or this system older than Debian 10?"
  # Two builds of one version, in development, are two folders.
  name=$version-$(sha256sum "$archive/SHA256SUMS" | cut -c 1-8)
}

# need_room FOLDER KILOBYTES: fails where its disk has less; the folder need not be there yet.
need_room() {
  place=$1
  while [ ! -d "$place" ]; do place=$(dirname "$place"); done
  free=$(df -Pk "$place" | awk 'NR == 2 { print $4 }')
  [ "$free" -gt "$2" ] || fail "Too little room at $place: $(($2 / 1000)) MB are needed, and $((free / 1000)) are free. Nothing was changed."
}

# kilobytes FOLDER: what it holds, but for what failed upgrades left.
kilobytes() { du -sk --exclude='failed-upgrade-*' "$1" | cut -f 1; }

# Puts the opened archive into its folder of $versions, where it belongs to root and stays as it is.
place_version() {
  if [ -d "$versions/$name" ]; then return; fi
  run mkdir -p "$versions"
  run rm -rf "$versions/$name.part"
  run cp -R "$archive" "$versions/$name.part"
  run chown -R root:root "$versions/$name.part"
  run chmod -R u=rwX,go=rX "$versions/$name.part"
  run mv "$versions/$name.part" "$versions/$name"
}

# use_version NAME: makes it the current one, with its unit and its command for operators.
use_version() {
  run ln -sfn "versions/$1" "$current.new" &&
    run mv -T "$current.new" "$current" &&
    run ln -sfn "$current/deploy/greenroom" "$command" &&
    run install -m 0644 "$versions/$1/deploy/greenroom.service" "$unit" || return 1
  if has_systemd; then run systemctl daemon-reload; fi
}

# wait_until_serving NAME ADDRESS SECONDS: until the version's pages and database answer there.
wait_until_serving() {
  "$versions/$1/node/bin/node" "$versions/$1/deploy/wait-until-serving.mjs" "$2" "$3"
}

# wait_for_service NAME ADDRESS: the same of the service, for a minute and a half, or until systemd started it in vain.
wait_for_service() {
  rounds=0
  while [ "$rounds" -lt 18 ]; do
    if complaint=$(wait_until_serving "$1" "$2" 5 2>&1); then return 0; fi
    if [ "$(systemctl show --property NRestarts --value greenroom)" -gt 2 ]; then
      complaint='systemd started it three times, and it ended each time.'
      break
    fi
    rounds=$((rounds + 1))
  done
  say "  $complaint"
  return 1
}

# Ends what try_version began, here or in one that was killed.
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

# try_version NAME: starts it by itself, on a port that nobody knows and without mails and jobs, and stops
# it again. It makes or migrates the database, for ten minutes at most; what it says is left in $said. Fails where
# it does not serve.
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

# Also forgets the restarts: systemd keeps their number when it stops a service between two of them, and the next version
# would look as if it had failed.
stop_service() {
  systemctl stop greenroom || return 1
  systemctl reset-failed greenroom 2>/dev/null || true
}

# prove_service NAME: the service as it is going to be, by its unit, on a port that no visitor knows: whoever registered
# with a version that then gives its place back would be lost. Without jobs: mails of data that are put back would
# go out a second time.
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
