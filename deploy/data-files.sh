#!/bin/sh
# Saves and restores the files of DATA_DIR during an upgrade: `data-files.sh check|keep|set-aside|put-back|let-go DATA_DIR [FOLDER]`.
# install and upgrade run it as the site's user. That user owns DATA_DIR and can plant a link at any name in it, so root
# must not create, move or chown anything there.
set -eu
umask 077
task=$1
cd "$2"
kept=.before-upgrade

# list FOLDER ACTION…: runs find's action for each entry of FOLDER. Names may contain newlines, so do not pipe them.
list() {
  folder=$1
  shift
  find "$folder" -mindepth 1 -maxdepth 1 \
    ! -name "$kept" ! -name 'failed-upgrade-*' ! -name lost+found "$@"
}

case $task in
  check)
    # Prints in one sentence what cannot be saved: a copy would miss the target of a link and files on another disk.
    # shellcheck disable=SC2016
    list . -exec sh -c 'for file do
      if [ -L "$file" ] || mountpoint -q "$file"; then
        printf "%s is a link or another disk, which cannot be saved. Move its content into %s." "${file#./}" "$PWD"
        exit 1
      fi
    done' sh {} +
    unreadable=$(find . \( -path ./lost+found -o -path './failed-upgrade-*' -o -path "./$kept" \) -prune -o \
      ! -type l \( ! -readable -o -type d ! -executable \) -print -prune 2>/dev/null | head -n 1)
    for file in "$kept" "$kept/files"; do
      [ -L "$kept" ] || [ ! -e "$file" ] || [ -O "$file" ] || unreadable=$kept
    done
    if [ -n "$unreadable" ]; then
      printf '%s in %s belongs to another user than the site. Move it elsewhere.' "${unreadable#./}" "$PWD"
      exit 1
    fi
    ;;
  keep)
    rm -rf "$kept"
    mkdir "$kept" "$kept/files"
    list . -exec cp -a --reflink=auto -t "$kept/files" -- {} +
    sync -f "$kept"
    ;;
  set-aside)
    [ -d "$kept/files" ]
    [ ! -L "$3" ] || rm "$3"
    mkdir -p "$3"
    list . -exec mv -t "$3" -- {} +
    ;;
  put-back) list "$kept/files" -exec mv -t . -- {} + ;;
  let-go) rm -rf "$kept" ;;
esac
