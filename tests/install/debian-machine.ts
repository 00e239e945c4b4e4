import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '#tests/support/find-program.ts'

const needed = ['debootstrap', 'systemd-nspawn', 'nsenter', 'curl']
export const packagesLine = 'apt-get install debootstrap systemd-container curl'

/** Returns the tools that this machine lacks for the test. */
export function findMissing(): string[] {
  const missing = needed.filter((program) => findProgram(program) === undefined)
  return process.getuid?.() === 0 ? missing : [...missing, 'root']
}

export type Machine = {
  /** Its root folder on this machine. */
  root: string
  /** Runs a command in the container and returns its output, including errors, and exit code. */
  run(command: string): Promise<{ code: number | null; text: string }>
  stop(): Promise<void>
}

/**
 * Creates a Debian 12 by debootstrap, or copies the one in `given`, and adds what Debian's installer sets up:
 * Caddy does not start without a host name.
 */
export function makeDebian(folder: string, given?: string): void {
  const packages = '--include=systemd,systemd-sysv,dbus,ca-certificates'
  if (given) execFileSync('cp', ['-a', given, folder])
  else {
    execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  writeFileSync(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n')
}

/**
 * Boots the folder with systemd in a container that shares this machine's network, so ports 80 and 443 must be
 * free.
 */
export async function startMachine(root: string): Promise<Machine> {
  const options = ['--boot', '--register=no', '--keep-unit', '--resolv-conf=copy-host']
  const started = spawn('systemd-nspawn', [...options, '--machine=greenroom-trial', '-D', root], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (said += text))
  const endWithUs = () => started.kill('SIGKILL')
  process.once('exit', endWithUs)
  async function run(command: string) {
    const inside = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', '--wd']
    const env = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
    const process = findInit(started)
    const program = [...inside, '--', ...env, 'HOME=/root', 'sh', '-c', `cd /root && ${command}`]
    const child = spawn('nsenter', ['--target', String(process), ...program])
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    }
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, text }
  }
  async function stop() {
    process.off('exit', endWithUs)
    if (started.exitCode !== null) return
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    const overdue = setTimeout(() => started.kill('SIGKILL'), 60_000)
    await ended
    clearTimeout(overdue)
  }
  for (let tries = 0; ; tries++) {
    await wait(500)
    if (started.exitCode !== null || tries > 120) {
      await stop()
      throw new Error(`systemd does not run in a container on this machine:\n${said.slice(-2000)}`)
    }
    const state = findInit(started) ? (await run('systemctl is-system-running')).text.trim() : ''
    if (/running|degraded/.test(state)) return { root, run, stop }
  }
}

/** Returns the container's init process, if it is running. */
function findInit({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/task/${pid}/children`
  const [first] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
  return first ? Number(first) : undefined
}
