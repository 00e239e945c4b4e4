const data = '/var/lib/greenroom'

/** Returns a shell command that runs in the data folder as the site's user. */
export function asSite(command: string): string {
  return `(cd ${data} && runuser -u greenroom -- sh -c '${command}')`
}

/** Returns a command that runs a task of data-files.sh as an upgrade does. */
export function dataFiles(task: string, folder = ''): string {
  return asSite(`sh /opt/greenroom/current/deploy/data-files.sh ${task} ${data} ${folder}`)
}

/** Lists root's files to which the links point, except those that install and upgrade replace. */
const listOutside = `find /srv /etc ! -path '/etc/systemd/system*' ! -path '/etc/greenroom*' \
  ! -path '/etc/caddy*' -printf '%p %U:%G %m %T@ %s %l\n' | sort`

/** Plants a link at every name that install and upgrade use in the data folder. */
const planted = asSite(`ln -s /srv/outside .before-upgrade
  now=$(date +%s)
  for ahead in $(seq 0 900); do
    ln -s /srv/outside "failed-upgrade-$(date -u -d "@$((now + ahead))" +%Y%m%dT%H%M%SZ)"
  done
  : >-rf
  : >"two
lines"
  mkdir "new
folder" && ln -s /srv/outside "new
folder/link"`)

/** Replaces each folder of a failed upgrade by a link as soon as it is created. */
const swap = `cd ${data}
while [ ! -e /run/swapping-ends ]; do
  for folder in failed-upgrade-*; do
    [ -L "$folder" ] || { mv "$folder" "swapped-$folder" && ln -s /srv/outside "$folder"; }
  done
done`
const unswap = `for folder in swapped-*; do
  name=$(echo "$folder" | sed s/swapped-//) && rm -f "$name" && mv "$folder" "$name"
done`

export function newTrap(sure: (command: string) => Promise<string>) {
  let outside = ''
  return {
    /** Call once: the links stay for all later steps. */
    async plant() {
      await sure(
        `mkdir -p /srv/outside/files && echo untouched >/srv/outside/version && ${planted}`,
      )
      outside = await sure(listOutside)
    },
    /** Throws if anything outside of the data folder was written. */
    async look() {
      const now = await sure(listOutside)
      const changed = now.split('\n').filter((line) => !outside.includes(line))
      if (now !== outside) throw new Error(`it wrote outside of the data:\n${changed.join('\n')}`)
    },
    /** Prefix of a command during which links are swapped in. */
    swapping: `runuser -u greenroom -- sh -c '${swap}' </dev/null >/dev/null 2>&1 &`,
    endSwapping: `touch /run/swapping-ends && sleep 1 && ${asSite(unswap)}`,
  }
}
