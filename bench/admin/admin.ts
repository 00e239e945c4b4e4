import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { measureHolds } from './admin-holds.ts'
import { firstUpcomingEvent } from '#bench/stage/register-through.ts'
import { registerSteadily } from '#bench/load/register-steadily.ts'
import { openStages } from '#bench/stage/stages.ts'
import { timeAdminArea } from './time-admin.ts'

/**
 * `npm run bench:desk -- --people 100000 --on embedded`: fills a database with people and three times as many
 * visits, and opens the admin area in a browser: over 10 Mbit/s, then locally while five people a second
 * register. Prints results without judging them.
 */
const { values: options } = parseArgs({
  options: { on: { type: 'string' }, people: { type: 'string', default: '20000' } },
})
const people = Number(options.people)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const load = () => `load of the machine ${loadavg()[0]?.toFixed(1)}`

async function measure(greenroom: Greenroom) {
  const slow = await timeAdminArea(greenroom, { isSlow: true, withRooms: false })
  console.log(
    `over 10 Mbit/s and 50 ms: numbers ${seconds(slow.numbers)}, first rows ` +
      `${seconds(slow.firstRows)}, complete ${seconds(slow.complete)} (${load()})`,
  )
  const eventId = await firstUpcomingEvent(greenroom.url)
  const stop = registerSteadily(greenroom.url, eventId, 1)
  const local = await timeAdminArea(greenroom, { isSlow: false, withRooms: true })
  const registered = await stop()
  console.log(
    `locally: numbers ${seconds(local.numbers)}, first rows ${seconds(local.firstRows)}, complete ` +
      `${seconds(local.complete)} (${load()})`,
  )
  const rooms = Object.entries(local.rooms).map(([room, ms]) => `${room} ${seconds(ms)}`)
  console.log(`other rooms: ${rooms.join(', ')}`)
  console.log(
    `meanwhile ${registered.count} registrations, ${registered.failed} failed: median ` +
      `${registered.median.toFixed(0)} ms, p99 ${registered.p99.toFixed(0)} ms, at most ` +
      `${registered.most.toFixed(0)} ms`,
  )
}

for await (const { kind, greenroom, fill } of openStages(options.on)) {
  console.log(`\n${kind}, ${people.toLocaleString('en-GB')} people\n`)
  await fill(people)
  await measure(greenroom)
  if (kind === 'embedded') {
    await greenroom.stop()
    for (const { read, longest, all, queries } of await measureHolds(greenroom.dataDir)) {
      console.log(
        `${read}: ${queries} queries, ${seconds(all)}, the longest ${longest.toFixed(0)} ms`,
      )
    }
  }
}
