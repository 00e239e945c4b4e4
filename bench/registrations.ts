import type { Greenroom } from '#tests/support/start-greenroom.ts'
import type { Batch, Opening } from './bare-database.ts'
import { startSideProcess } from './side-process.ts'
import { cpuMicroseconds } from './process-cost.ts'
import { compare, type Comparison, type Sample } from './rounds.ts'
import type { Delivery, Order } from './send-registrations.ts'

const callers = 50

/**
 * Registrations a second, each of another person through HTTP, beside the bare database that commits
 * the same rows. `opening`: an empty database of the same kind for the yardstick.
 */
export async function measureRegistrations(
  greenroom: Greenroom,
  opening: Opening,
  { rounds, count }: { rounds: number; count: number },
): Promise<Comparison> {
  const sender = startSideProcess('./send-registrations.ts')
  const bare = startSideProcess('./bare-database.ts')
  const url = `${greenroom.url}/api/register-multi-event`
  const eventId = await firstUpcomingEvent(greenroom)
  let sent = 0

  async function measureFigure(): Promise<Sample> {
    const order: Order = { url, eventId, first: (sent += count), count, callers }
    const before = await cpuMicroseconds(greenroom.pid)
    const { succeeded, seconds, p99 } = await sender.ask<Delivery>(order)
    const after = await cpuMicroseconds(greenroom.pid)
    if (succeeded !== count) throw new Error(`${count - succeeded} of ${count} were not registered`)
    return {
      rate: count / seconds,
      cpuMicroseconds: before && after && (after - before) / count,
      p99,
    }
  }
  async function measureYardstick(): Promise<Sample> {
    const batch: Batch = { eventId, first: (sent += count), count, callers }
    const before = await cpuMicroseconds(bare.pid)
    const { seconds } = await bare.ask<{ seconds: number }>(batch)
    const after = await cpuMicroseconds(bare.pid)
    return { rate: count / seconds, cpuMicroseconds: before && after && (after - before) / count }
  }

  try {
    await bare.ask(opening)
    return await compare(rounds, measureFigure, measureYardstick)
  } finally {
    await Promise.all([sender.stop(), bare.stop()])
  }
}

async function firstUpcomingEvent({ url }: Greenroom) {
  const response = await fetch(`${url}/api/events/upcoming`)
  const [event] = (await response.json()) as { id: number }[]
  if (!event) throw new Error('there is no upcoming event to register for')
  return event.id
}
