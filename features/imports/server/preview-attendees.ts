import { isNotNull, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { Answers } from '#features/form-questions/rules.ts'
import type { AttendeeRow, RowVerdict } from '#features/imports/contract.ts'
import { joinName } from '#features/imports/rules.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import { events } from '#schema/events.ts'
import { answersOfRegistration } from '#schema/form-questions.ts'
import { countConfirmed, countOffered } from '#schema/waitlist.ts'
import { previewRows } from './check-rows.ts'
import { isSameName, schemaOf } from './import-attendees.ts'
import { readEventsToMatch } from './match-events.ts'
import { readQuestionsToMatch } from './read-answers.ts'
import type { ImportedPerson } from './write-people.ts'

/** A stored person, with type and answers of each of their registrations by event id. */
type Known = ImportedPerson & {
  seats: Record<string, { type: string; answers: Answers }>
  hasAccess: boolean
  /** Ids of the events with a seat that is reserved for the person. */
  offers: number[]
}

/** Returns the effect of an import on each row. Writes nothing. */
export async function previewAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { now, timeZone, keepKnown }: TimeContext & { keepKnown: boolean },
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, async (tx) => {
    const { match, explain, findNearest } = await readEventsToMatch(tx)
    const readAnswers = await readQuestionsToMatch(tx, attendees)
    const capacities = await readCapacities(tx)
    return previewRows(tx, attendees, schemaOf, async (emails) => {
      const known = await readKnown(tx, emails)
      /** Answers after the rows so far, by event and email. */
      const seen = new Map<string, Answers>()
      return async ({ sent, checked }) => {
        const { event, unmatched } = match(sent.eventIdentifier)
        if (unmatched !== undefined) {
          const [problem, nearestTitle] = [await explain(unmatched), await findNearest(unmatched)]
          return { verdict: 'unknown_event', problem, nearestTitle }
        }
        const read = readAnswers(event?.id, sent.answers)
        if ('problem' in read) return { verdict: 'invalid', problem: read.problem }
        const key = `${event?.id ?? ''} ${checked.email}`
        const person = known.get(checked.email)
        const isPlanned = event && effectiveStatus(event, now, timeZone) === 'pre_registration'
        const earlier = seen.get(key)
        const before = earlier ?? (event && person?.seats[event.id]?.answers) ?? {}
        const stored = chooseAnswers(before, read.answers, keepKnown)
        const answers = Object.entries(stored).map(([id, answer]) => ({
          question: read.labels[id]!,
          answer,
        }))
        const verdict = earlier
          ? 'duplicate'
          : judge(person, event, {
              isPlanned: Boolean(isPlanned),
              addsAnswer: answers.length > 0,
            })
        seen.set(key, { ...before, ...stored })
        const differences = person ? compare(person, checked, keepKnown) : []
        if (!event) return { verdict, differences, answers }
        const { id, title, cancelledAt } = event
        const seats = capacities.get(id)
        const isTaken = !isPlanned && person?.seats[id]?.type !== 'confirmed'
        const isOffered = person?.offers.includes(id) ?? false
        return {
          verdict,
          differences,
          answers,
          event: {
            id,
            title,
            isCancelled: cancelledAt !== null,
            ...(seats && { seats: { ...seats, isTaken, isOffered } }),
          },
        }
      }
    })
  })
}

/**
 * Returns the fields in which a row of the list differs from the stored person, for the preview. `writePeople` decides
 * by the same rules which fields to change.
 */
function compare(
  known: Known,
  listed: ImportedPerson,
  keepKnown: boolean,
): RowVerdict['differences'] {
  const fields = [
    { field: 'name', known: joinName(known), listed: joinName(listed) },
    { field: 'company', known: known.company, listed: listed.company },
    { field: 'jobTitle', known: known.jobTitle, listed: listed.jobTitle },
  ] as const
  return fields
    .filter((one) => one.listed !== '' && one.listed !== one.known)
    .filter(({ field }) => field !== 'name' || !(listed.isWhole && isSameName(listed, known)))
    .map((one) => ({ ...one, isReplaced: !keepKnown || one.known === '' }))
}

/** Returns the listed answers that the import would store: new ones and, unless it keeps known values, changed ones. */
function chooseAnswers(before: Answers, listed: Answers, keepKnown: boolean): Answers {
  return Object.fromEntries(
    Object.entries(listed).filter(([id, answer]) => {
      const known = before[id]
      if (known === undefined) return true
      return !keepKnown && JSON.stringify(known) !== JSON.stringify(answer)
    }),
  )
}

type Judging = { isPlanned: boolean; addsAnswer: boolean }

function judge(
  person: Known | undefined,
  event: EventRow | undefined,
  { isPlanned, addsAnswer }: Judging,
) {
  if (!person) return 'new'
  if (!event) return person.hasAccess ? 'registered' : 'updated'
  const registration = person.seats[event.id]
  if (addsAnswer) return 'updated'
  // Importing an attendee of an open event confirms their pre-registration, which counts as a change.
  return registration?.type === 'confirmed' || (registration && isPlanned)
    ? 'registered'
    : 'updated'
}

/** Returns the numbers of seats, confirmed registrations and reserved seats of each event with limited seats. */
async function readCapacities(tx: Transaction) {
  const rows = await tx
    .select({
      id: events.id,
      capacity: sql<number>`events.capacity`,
      confirmed: countConfirmed(sql`events.id`),
      offered: countOffered(sql`events.id`),
    })
    .from(events)
    .where(isNotNull(events.capacity))
  return new Map(rows.map(({ id, ...seats }) => [id, seats]))
}

async function readKnown(tx: Transaction, emails: string[]): Promise<Map<string, Known>> {
  const { rows } = await tx.execute<Known>(sql`
    select u.email, u.first_name as "firstName", u.last_name as "lastName", u.company,
      u.job_title as "jobTitle",
      coalesce((select jsonb_object_agg(r.event_id, jsonb_build_object('type', r.registration_type,
          'answers', ${answersOfRegistration(sql`r.id`)}))
        from event_registrations r where r.user_id = u.id), '{}') as seats,
      exists (select 1 from video_access v where v.email = u.email and v.event_id is null)
        as "hasAccess",
      array(select w.event_id from waitlist_entries w
        where w.user_id = u.id and w.state = 'offered') as offers
    from users u where u.email = any(${sql.param(emails)}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}
