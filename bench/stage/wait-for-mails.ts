import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stages.ts'

/** Timeout for a crowd's mails in milliseconds. */
const mailsMs = 120_000

/** Waits until the mails have arrived, so that the next measurement has the machine to itself. */
export async function waitForMails({ countMails }: Pick<Stage, 'countMails'>, wanted: number) {
  const deadline = Date.now() + mailsMs
  while ((await countMails()) < wanted) {
    if (Date.now() > deadline) throw new Error('the mails of a crowd did not come out')
    await wait(10)
  }
}
