import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { startSideProcess } from './side-process.ts'
import { load } from './load.ts'
import { recordAnswer, requireSameAnswer } from './record-answer.ts'
import { compare, type Comparison } from './rounds.ts'

const connections = 50

/** Requests a second of one address, beside bare node:http that sends the same bytes. */
export async function measureAnswers(
  greenroom: Greenroom,
  path: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  const own = greenroom.url + path
  const bare = startSideProcess('./bare-server.ts')
  try {
    const port = await bare.ask<number>(await recordAnswer(own))
    const yardstick = `http://localhost:${port}${path}`
    await requireSameAnswer(own, yardstick)
    return await compare(
      rounds,
      () => load(own, { seconds, connections, pid: greenroom.pid }),
      () => load(yardstick, { seconds, connections, pid: bare.pid }),
    )
  } finally {
    await bare.stop()
  }
}
