import { openDatabase } from '#platform/db/open.ts'
import { countLostAndDoubled } from '#tests/support/count-lost.ts'
import { firstEvent } from '#tests/support/first-event.ts'
import { faultAfter, faultLoad, registerThrough } from '#tests/support/register-through.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { faults, type Stage } from './faults.ts'

export type Played = {
  rounds: number
  acknowledged: number
  lost: number
  doubled: number
  /** The longest time in seconds between two acknowledged registrations. */
  secondsWithout: number
  /** Failed attempts by status. */
  refused: Record<string, number>
}

/** Injects a fault several times, each during 200 registrations, and counts the results. */
export async function playFault(name: string, rounds: number): Promise<Played> {
  const stage = await faults[name]!()
  try {
    const played = await playRounds(stage, rounds)
    const { databaseUrl, greenroom } = stage
    if (databaseUrl === undefined) await greenroom.stop()
    const { pool, close } = await openDatabase({ databaseUrl, dataDir: greenroom.dataDir })
    try {
      return { ...played, ...(await countLostAndDoubled(pool, played.emails)) }
    } finally {
      await close()
    }
  } finally {
    await stage.close()
  }
}

async function playRounds({ greenroom, strike }: Stage, rounds: number) {
  const { url } = greenroom
  const eventId = await firstEvent(greenroom)
  const emails: string[] = []
  const refused: Played['refused'] = {}
  let secondsWithout = 0
  for (let round = 1; round <= rounds; round++) {
    const load = registerThrough(url, eventId, faultLoad)
    await load.reached(faultAfter)
    await strike()
    await load.ended
    const gaps = load.moments.slice(1).map((moment, index) => moment - load.moments[index]!)
    secondsWithout = Math.max(secondsWithout, ...gaps.map((ms) => ms / 1000))
    emails.push(...load.acknowledged)
    for (const [status, count] of Object.entries(load.refused)) {
      refused[status] = (refused[status] ?? 0) + count
    }
    await waitUntil('the node is ready', 60, async () => (await fetch(`${url}/api/ready`)).ok)
  }
  return { rounds, acknowledged: emails.length, emails, refused, secondsWithout }
}
