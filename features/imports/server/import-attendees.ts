import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { AttendeeImportResult, AttendeeRow, RowVerdict } from '#features/imports/contract.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import { company, emailWith, firstName, jobTitle, lastName } from '#kernel/fields.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import {
  checkParts,
  errorLines,
  noFindings,
  previewRows,
  type RowError,
  suggestionFor,
} from './check-rows.ts'
import { recordImportBatch, type ImportContext, lockImports } from './import-batch.ts'
import { readEventsToMatch, type EventMatcher } from './match-events.ts'
import {
  noteListed,
  writePeople,
  writeRegistrations,
  writeVideoOnly,
  type ImportedPerson,
  type ImportedRegistration,
} from './write-people.ts'

/** One row, with the messages of its own; the other columns by the rules of every form. Specification, "Imports and export". */
const attendee = z.object({
  firstName,
  lastName,
  email: emailWith('Valid email is required'),
  company,
  jobTitle,
})

/** What several rows say of one person: the last value that is not empty. */
function mergePerson(earlier: ImportedPerson | undefined, later: ImportedPerson): ImportedPerson {
  if (!earlier) return later
  return {
    ...later,
    company: later.company || earlier.company,
    jobTitle: later.jobTitle || earlier.jobTitle,
  }
}

type ValidRow = { row: number; sent: AttendeeRow; checked: ImportedPerson }
type Unmatched = { row: number; identifier: string }

/** One part of the file as it will be written: each person, seat and record once. */
function collectPart(
  valid: ValidRow[],
  match: EventMatcher['match'],
  { now, timeZone }: TimeContext,
) {
  const people = new Map<string, ImportedPerson>()
  const registrations = new Map<string, ImportedRegistration>()
  const videoOnly = new Set<string>()
  const unmatched: Unmatched[] = []
  for (const { row, sent, checked } of valid) {
    const { event, unmatched: identifier } = match(sent.eventIdentifier)
    if (identifier !== undefined) {
      unmatched.push({ row, identifier })
      continue
    }
    const { email } = checked
    people.set(email, mergePerson(people.get(email), checked))
    if (event) {
      const isPlanned = effectiveStatus(event, now, timeZone) === 'pre_registration'
      const registrationType = isPlanned ? 'pre_registration' : 'confirmed'
      registrations.set(`${event.id} ${email}`, { email, eventId: event.id, registrationType })
    } else videoOnly.add(email)
  }
  const rows = valid.length - unmatched.length
  return { rows, people, seats: registrations, videoOnly, unmatched }
}

/**
 * Imports people for an event or for the library only, in one transaction. A bad row is no failure: it
 * writes nothing and gives one error line. Nobody was asked for consent, so none is recorded.
 * Specification, "Imports and export".
 */
export async function importAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { videoTitle, batch, firstRow = 1, includeErased = false, ...time }: TimeContext & ImportContext,
): Promise<AttendeeImportResult> {
  const counts = { imported: 0, updated: 0, videoOnly: 0, eventRegistrations: 0 }
  const errors: RowError[] = []
  const unmatched: Unmatched[] = []

  const explain = await longTransaction(db, async (tx) => {
    await lockImports(tx)
    const matcher = await readEventsToMatch(tx)
    const rows = attendees.length
    const eventIds = new Set<number>()
    await recordImportBatch(tx, { ...batch, kind: 'attendees', rows }, async () => {
      const rest = { firstRow, includeErased, errors }
      for await (const valid of checkParts(tx, attendees, attendee, rest)) {
        const collected = collectPart(valid, matcher.match, time)
        unmatched.push(...collected.unmatched)
        for (const { eventId } of collected.seats.values()) eventIds.add(eventId)
        const people = [...collected.people.values()]
        const registrations = [...collected.seats.values()]
        const written = await writePeople(tx, people)
        counts.imported += written.added
        counts.updated += collected.rows - written.added
        const seated = await writeRegistrations(tx, registrations)
        counts.eventRegistrations += seated.added
        const { added } = await writeVideoOnly(tx, [...collected.videoOnly], videoTitle)
        counts.videoOnly += added
        const emails = [...collected.people.keys()]
        await noteListed(tx, batch.id, {
          users: written.touched < people.length ? emails : [],
          videoAccess: emails,
          seats: seated.touched < registrations.length ? registrations : [],
        })
      }
      return { ...counts, eventIds: [...eventIds], failed: errors.length + unmatched.length }
    })
    return matcher.explain
  })

  // After the transaction: with many unknown events, finding the nearest titles takes a while.
  for (const { row, identifier } of unmatched) {
    errors.push({ row, problem: await explain(identifier) })
  }
  return { ...counts, errors: errorLines(errors) }
}

/** What is known of an e-mail: whether it stands in `users`, and each seat's type by its event. */
type Known = { email: string; seats: Record<string, string>; hasAccess: boolean }

/** What importing these rows would do, row by row, in their order. Writes nothing. */
export async function previewAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { now, timeZone }: TimeContext,
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, async (tx) => {
    const { match, explain, findNearest } = await readEventsToMatch(tx)
    const { valid, verdicts, emails, keys } = await previewRows(tx, attendees, attendee)
    const known = await readKnown(tx, emails)
    const seen = new Set<string>()
    for (const { position: row, sent, checked } of valid) {
      const { event, unmatched } = match(sent.eventIdentifier)
      const suggestedEmail = suggestionFor(checked.email)
      const personKey = keys.get(checked.email) ?? null
      if (unmatched !== undefined) {
        const [problem, nearestTitle] = [await explain(unmatched), await findNearest(unmatched)]
        const found = { row, problem, nearestTitle, suggestedEmail, personKey }
        verdicts.push({ ...noFindings, ...found, verdict: 'unknown_event' })
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
      const found = { row, verdict, event: named ?? null, suggestedEmail, personKey } as const
      verdicts.push({ ...noFindings, ...found })
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
