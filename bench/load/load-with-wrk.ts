import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asked, Order, Report } from './order.ts'

const run = promisify(execFile)

export async function hasWrk(): Promise<boolean> {
  // wrk has no successful version command: it prints its usage and fails.
  const said = await run('wrk', ['--version']).catch((error: { stdout?: string }) => error)
  return Boolean(said.stdout?.includes('wrk'))
}

/** One thread is enough and leaves the other CPUs to the server. */
export async function loadWithWrk({ url, asked, connections, seconds }: Order): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-wrk-'))
  const script = join(folder, 'asked.lua')
  try {
    await writeFile(script, writeScript(new URL(url).host, asked))
    const { stdout } = await run('wrk', [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--timeout=20s',
      `--script=${script}`,
      url,
    ])
    const report = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Report & {
      failures: number
    }
    if (report.failures > 0 || report.count === 0) {
      throw new Error(`${asked[0]!.path}: ${report.failures} of ${report.count} answers failed`)
    }
    return report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes every call as raw bytes, so that none is built during the load. */
function writeScript(host: string, asked: Asked[]): string {
  return `
local asked = {${asked.map((call) => quote(writeCall(host, call))).join(',\n')}}
local at = 0
function request()
  at = at % #asked + 1
  return asked[at]
end
function done(summary, latency)
  local e = summary.errors
  local failures = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('{"count":%d,"failures":%d,"seconds":%f,"p99":%f}',
    summary.requests, failures, summary.duration / 1e6, latency:percentile(99) / 1e3))
end
`
}

function writeCall(host: string, { method, path, headers, body }: Asked): string {
  const all = {
    host,
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Quotes a text for Lua, byte for byte. */
function quote(text: string): string {
  const bytes = Buffer.from(text).toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return `"${bytes.replaceAll(/["\\\x00-\x1f\x7f-\xff]/g, (byte) => `\\${String(byte.charCodeAt(0)).padStart(3, '0')}`)}"`
}
