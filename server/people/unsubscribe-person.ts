import { eq } from 'drizzle-orm'
import type { Topic } from '#shared/messages.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { people } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { noteUnsubscription } from '#server/mailing-list/note-unsubscription.ts'
import { Refusal } from '#server/refusal.ts'

/** Notes for a person who asked the organiser for it that they want no more of these. */
export async function unsubscribePerson(
  db: Db,
  key: string,
  {
    topics,
    actor,
    jobs,
    now,
  }: { topics: Topic[]; actor: Actor; jobs: Pick<Jobs, 'send'>; now: Date },
): Promise<{ topics: Topic[] }> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.key, key))
    if (!person) throw new Refusal('no_such_person')
    for (const topic of topics) await noteUnsubscription(tx, { email: person.email, topic }, jobs)
    await writeAuditEntry(tx, actor, {
      action: 'person_unsubscribed',
      subject: key,
      details: { topics },
      now,
    })
    return { topics }
  })
}
