import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { registerSteadily } from './load/register-steadily.ts'
import { firstUpcomingEvent } from './stage/register-through.ts'
import { openStages } from './stage/stages.ts'

/**
 * `npm run bench:drawings -- --seconds 60 --on embedded`: one address requests 45 uncached pages a second while
 * people register. Their p99 should stay within 1.5 times that of an idle site.
 */
const { values: options } = parseArgs({
  options: { on: { type: 'string' }, seconds: { type: 'string', default: '60' } },
})
const seconds = Number(options.seconds)
const everySecond = 45
const mostSlower = 1.5

/** URLs as attackers vary them: aliases, single-fetch documents, unknown pages, tokens, events. */
const addresses: ((number: number) => string)[] = [
  (number) => `//?n=${number}`,
  (number) => `/_.data?n=${number}`,
  (number) => `/go1.data?_routes=${number}`,
  (number) => `/made-up-${number}`,
  (number) => `/made/up/${number}`,
  (number) => `/join/${1 + (number % 1000)}-${String(number).padStart(24, 'A')}`,
  (number) => `/events/made-up-${number}`,
  (number) => `/events/made-up-${number}/time`,
  (number) => `/admin/people/${number}`,
]

function draw(url: string) {
  const stopping = new AbortController()
  const statuses: Record<number, number> = {}
  async function ask(number: number) {
    const path = addresses[number % addresses.length]!(number)
    const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.66' }
    const response = await fetch(url + path, { headers, redirect: 'manual' })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  async function run() {
    const asked: Promise<void>[] = []
    for (let number = 0; !stopping.signal.aborted; number++) {
      asked.push(ask(number))
      await wait(1000 / everySecond)
    }
    await Promise.all(asked)
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
    return statuses
  }
}

for await (const { kind, greenroom } of openStages(options.on)) {
  const { url } = greenroom
  const eventId = await firstUpcomingEvent(url)
  let first = 1
  const register = async () => {
    const stop = registerSteadily(url, eventId, first)
    await wait(seconds * 1000)
    const result = await stop()
    first += result.count
    return result
  }
  // The first round is a warm-up.
  await register()
  const quiet = await register()
  const stopDrawing = draw(url)
  const beside = await register()
  const statuses = await stopDrawing()
  const times = beside.p99 / quiet.p99
  console.log(
    `${kind}: registrations p99 ${quiet.p99.toFixed(1)} ms quiet, ${beside.p99.toFixed(1)} ms beside ${everySecond} drawings a second: ${times.toFixed(2)} times (at most ${mostSlower}); failed: ${quiet.failed + beside.failed}; answers to the drawings by status: ${JSON.stringify(statuses)}`,
  )
  if (times > mostSlower || beside.failed > 0) process.exitCode = 1
}
