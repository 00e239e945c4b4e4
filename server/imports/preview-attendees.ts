import { sql } from 'drizzle-orm'
import type { RowVerdict } from '#shared/contract/import-batches.ts'
import type { AttendeeRow } from '#shared/contract/imports.ts'
import { suggestEmail } from '#shared/email-typo.ts'
import { effectiveStatus } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { checkRows } from './check-rows.ts'
import { attendee } from './import-attendees.ts'
import { readEventsToMatch } from './read-events-to-match.ts'
import { readKeys } from './read-keys.ts'
import { removeErased } from './remove-erased.ts'

/** What is known of an e-mail: whether it stands in `users`, and each seat's type by its event. */
type Known = { email: string; seats: Record<string, string>; hasAccess: boolean }

const nothing = {
  problem: null,
  event: null,
  nearestTitle: null,
  suggestedEmail: null,
  personKey: null,
}

function suggestionFor(email: unknown) {
  return (typeof email === 'string' && suggestEmail(email)) || null
}

/** What importing these rows would do, row by row, in their order. Writes nothing. */
export async function previewAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { now, timeZone }: TimeContext,
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, async (tx) => {
    const { match, explain, findNearest } = await readEventsToMatch(tx)
    const { valid: wellFormed, errors } = checkRows({ firstRow: 1, part: attendees }, attendee)
    const { valid, erased } = await removeErased(tx, wellFormed, false)
    const verdicts: RowVerdict[] = errors.map(({ position: row, problem }) => {
      const suggestedEmail = suggestionFor(attendees[row - 1]?.email)
      return { ...nothing, row, verdict: 'invalid', problem, suggestedEmail }
    })
    for (const { left, problem } of erased) {
      verdicts.push({ ...nothing, row: left.position, verdict: 'erased', problem })
    }
    const emails = valid.map(({ checked }) => checked.email)
    const known = await readKnown(tx, emails)
    const keys = await readKeys(tx, emails)
    const seen = new Set<string>()
    for (const { position: row, sent, checked } of valid) {
      const { event, unmatched } = match(sent.eventIdentifier)
      const suggestedEmail = suggestionFor(checked.email)
      const personKey = keys.get(checked.email) ?? null
      if (unmatched !== undefined) {
        const [problem, nearestTitle] = [await explain(unmatched), await findNearest(unmatched)]
        verdicts.push({
          ...nothing,
          row,
          verdict: 'unknown_event',
          problem,
          nearestTitle,
          suggestedEmail,
          personKey,
        })
        continue
      }
      const key = `${event?.id ?? ''} ${checked.email}`
      const person = known.get(checked.email)
      const isPlanned = event && effectiveStatus(event, now, timeZone) === 'pre_registration'
      const verdict = seen.has(key) ? 'duplicate' : judge(person, event, Boolean(isPlanned))
      seen.add(key)
      const named = event && {
        id: event.id,
        title: event.title,
        isCancelled: event.cancelledAt !== null,
      }
      verdicts.push({ ...nothing, row, verdict, event: named ?? null, suggestedEmail, personKey })
    }
    return { rows: verdicts.toSorted((one, other) => one.row - other.row) }
  })
}

function judge(person: Known | undefined, event: EventRow | undefined, isPlanned: boolean) {
  if (!person) return 'new'
  if (!event) return person.hasAccess ? 'registered' : 'updated'
  const registration = person.seats[event.id]
  // A pre-registration becomes confirmed: that is a change.
  return registration === 'confirmed' || (registration && isPlanned) ? 'registered' : 'updated'
}

async function readKnown(tx: Transaction, emails: string[]): Promise<Map<string, Known>> {
  const { rows } = await tx.execute<Known>(sql`
    select u.email,
      coalesce((select jsonb_object_agg(r.event_id, r.registration_type)
        from event_registrations r where r.user_id = u.id), '{}') as seats,
      exists (select 1 from video_access v where v.email = u.email and v.event_id is null)
        as "hasAccess"
    from users u where u.email = any(${sql.param(emails)}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}
