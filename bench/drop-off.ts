import type { OpenDatabase } from '#server/db/open.ts'
import { watchProgress } from '#server/db/tables/library.ts'
import { getDropOff } from '#server/desk/get-drop-off.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { createDice } from './made-hours.ts'
import { openDatabases } from './open-databases.ts'
import { printTimes } from './print-times.ts'

const viewers = 3000
const buckets = 720

/** Where three thousand viewers left an hour, each of whom saw up to eight parts of it. */
export async function measureDropOff(only: string | undefined, turns: number) {
  for await (const { kind, database } of openDatabases(only)) {
    const { id } = await buildRecording(database.db)
    await fill(database, id)
    console.log(`\n${kind}`)
    await printTimes('drop-off', database, [() => getDropOff(database.db, id)], turns)
  }
}

async function fill({ db }: OpenDatabase, eventId: number) {
  const dice = createDice(1)
  const rows = Array.from({ length: viewers }, (_, number) => {
    const parts = Array.from({ length: 1 + Math.floor(dice() * 8) }, () => {
      const from = Math.floor(dice() * (buckets - 60))
      return `[${from},${from + 1 + Math.floor(dice() * 60)})`
    })
    const email = `viewer${number}@example.com`
    return { email, eventId, watched: `{${parts.join(',')}}`, position: 0, duration: 3600 }
  })
  for (let at = 0; at < rows.length; at += 500) {
    await db.insert(watchProgress).values(rows.slice(at, at + 500))
  }
}
