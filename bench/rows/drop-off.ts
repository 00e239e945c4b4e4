import type { Growth } from '#bench/measure/growth.ts'
import { printTimes } from '#bench/measure/print-times.ts'
import { createDice } from '#bench/stage/made-hours.ts'
import { openDatabases, sizesOf } from '#bench/stage/open-databases.ts'
import { getDropOff } from '#features/reports/server/drop-off.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { watchProgress } from '#schema/library.ts'
import { buildRecording } from '#tests/support/builders.ts'

const usual = 3000
const buckets = 720

/** Measures the drop-off curve of an hour with three thousand viewers, each of whom saw up to eight parts. */
export async function measureDropOff(only: string | undefined, turns: number): Promise<Growth[]> {
  const growths: Growth[] = []
  for await (const { kind, database } of openDatabases(only)) {
    const { id } = await buildRecording(database.db)
    const growth: Growth = { name: `${kind}: where viewers leave`, unit: 'viewers', costs: [] }
    let filled = 0
    for (const size of sizesOf(database, usual)) {
      await fill(database, id, { from: filled, to: size })
      filled = size
      const name = `${kind}: drop-off of ${size} viewers`
      const milliseconds = await printTimes(
        name,
        database,
        [() => getDropOff(database.db, id)],
        turns,
      )
      growth.costs.push({ size, microseconds: milliseconds * 1000 })
    }
    growths.push(growth)
  }
  return growths
}

async function fill(
  { db }: OpenDatabase,
  eventId: number,
  { from, to }: { from: number; to: number },
) {
  const dice = createDice(from + 1)
  const rows = Array.from({ length: to - from }, (_, number) => {
    const parts = Array.from({ length: 1 + Math.floor(dice() * 8) }, () => {
      const start = Math.floor(dice() * (buckets - 60))
      return `[${start},${start + 1 + Math.floor(dice() * 60)})`
    })
    const email = `viewer${from + number}@example.com`
    return { email, eventId, watched: `{${parts.join(',')}}`, position: 0, duration: 3600 }
  })
  for (let at = 0; at < rows.length; at += 500) {
    await db.insert(watchProgress).values(rows.slice(at, at + 500))
  }
}
