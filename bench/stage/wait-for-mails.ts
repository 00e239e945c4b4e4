import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stages.ts'

/** How long the mails of a crowd may take. */
const mailsMs = 120_000

/** Until so many have come to the mail server: what is measured next has the machine to itself. */
export async function waitForMails({ countMails }: Pick<Stage, 'countMails'>, wanted: number) {
  const deadline = Date.now() + mailsMs
  while ((await countMails()) < wanted) {
    if (Date.now() > deadline) throw new Error('the mails of a crowd did not come out')
    await wait(10)
  }
}
