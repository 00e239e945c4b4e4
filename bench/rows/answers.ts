import { forwardedFor } from '#bench/load/addresses.ts'
import { loadServer } from '#bench/load/client.ts'
import type { Asked } from '#bench/load/order.ts'
import { compare } from '#bench/measure/rounds.ts'
import type { Aim, Row } from '#bench/measure/table.ts'
import { openSessions } from '#bench/stage/open-sessions.ts'
import { startSideProcess } from '#bench/stage/side-process.ts'
import { recordAnswer, requireSameAnswer } from '#bench/yardsticks/record-answer.ts'
import type { Bench, Entry } from './entry.ts'

const connections = 50
/** Enough client addresses that none reaches its limit. */
const callers = 4000
/** A browser's Accept-Encoding. */
const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd' }

type Answer = { name: string; path: string; isKnown?: boolean; withSession?: boolean; aims: Aim[] }

const kept: Aim[] = [{ processor: 1.5 }]
const answers: Answer[] = [
  { name: 'GET /', path: '/', aims: kept },
  { name: 'GET /, with a session', path: '/', withSession: true, aims: kept },
  { name: 'GET /, known already (304)', path: '/', isKnown: true, aims: kept },
  { name: 'GET /events/{slug}', path: '/events/the-last-mile-comes-first', aims: kept },
  { name: 'GET /api/events/upcoming', path: '/api/events/upcoming', aims: kept },
  { name: 'GET /api/events/completed', path: '/api/events/completed', aims: kept },
  { name: 'GET /api/events', path: '/api/events', aims: kept },
  // A session may be an administrator's, who sees more, so the response is not cached.
  { name: 'GET /api/events, with a session', path: '/api/events', withSession: true, aims: [] },
]

/** Pages and lists, with bare node:http that sends the same bytes as yardstick. */
export const measureAnswers: Entry = {
  grows: false,
  async measure(bench) {
    const cookies = await openSessions(bench.stage, 20)
    const rows: Row[] = []
    // A warm-up, because the site's code is still being compiled.
    await measureAnswer(bench, answers[0]!, cookies)
    for (const answer of answers) rows.push(await measureAnswer(bench, answer, cookies))
    return rows
  },
}

async function measureAnswer(
  { stage: { greenroom, serverPid }, effort, client }: Bench,
  { name, path, isKnown, withSession, aims }: Answer,
  cookies: string[],
): Promise<Row> {
  const own = greenroom.url + path
  const headersOf = (caller: number): Record<string, string> => ({
    ...encodings,
    ...(withSession && { cookie: cookies[caller % cookies.length]! }),
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...forwardedFor(caller),
  })
  const etag = isKnown ? await readEtag(own) : undefined
  const headers = headersOf(0)
  const bare = startSideProcess(import.meta.resolve('#bench/yardsticks/bare-server.ts'))
  try {
    const port = await bare.ask<number>(await recordAnswer(own, headers))
    const yardstick = `http://127.0.0.1:${port}`
    await requireSameAnswer(own, yardstick + path, headers)
    const asked = Array.from({ length: callers }, (_, caller): Asked => {
      return { method: 'GET', path, headers: headersOf(caller) }
    })
    const { seconds, rounds } = effort
    const load = (url: string, pid: number) =>
      loadServer(client, { url, asked, connections, seconds }, { pids: [pid], serverPid })
    const [comparison] = await compare(
      rounds,
      () => load(greenroom.url, greenroom.pid),
      () => load(yardstick, bare.pid),
    )
    return { name, comparison: comparison!, aims }
  } finally {
    await bare.stop()
  }
}

async function readEtag(url: string) {
  const { headers } = await fetch(url)
  return headers.get('etag') ?? ''
}
