import { topics as allTopics, type Topic } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { listTopicsLeft, takeBackTopics } from '#server/links/restore-subscription.ts'
import { noteUnsubscription } from '#server/mailing-list/note-unsubscription.ts'

/** Which topics an address gets mails about. */
export function describeTopics(left: Topic[]) {
  return Object.fromEntries(allTopics.map((topic) => [topic, !left.includes(topic)])) as Record<
    Topic,
    boolean
  >
}

/** Leaves and takes back topics as asked, at once; what is not named stays. */
export async function changeOwnTopics(
  db: Db,
  email: string,
  wanted: Partial<Record<Topic, boolean>>,
  { jobs, now }: { jobs: Pick<Jobs, 'send'>; now: Date },
) {
  return db.transaction(async (tx) => {
    const back = allTopics.filter((topic) => wanted[topic] === true)
    if (back.length > 0) await takeBackTopics(tx, { email, topics: back, now }, jobs)
    for (const topic of allTopics.filter((one) => wanted[one] === false)) {
      await noteUnsubscription(tx, { email, topic }, jobs)
    }
    return { topics: describeTopics(await listTopicsLeft(tx, email)) }
  })
}
