import { z } from 'zod'
import { company, emailWith, firstName, jobTitle, lastName } from '#shared/contract/fields.ts'
import type { AttendeeImportResult, AttendeeRow } from '#shared/contract/imports.ts'
import { effectiveStatus } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db } from '#server/db/open.ts'
import { checkRows, errorLines, inParts, type RowError } from './check-rows.ts'
import { noteListed } from './note-listed.ts'
import { readEventsToMatch, type EventMatcher } from './read-events-to-match.ts'
import { recordImportBatch, type ImportPart } from './record-import-batch.ts'
import { removeErased } from './remove-erased.ts'
import {
  lockImports,
  writePeople,
  writeRegistrations,
  writeVideoOnly,
  type ImportedPerson,
  type ImportedRegistration,
} from './write-people.ts'

/** One row, with the messages of its own; the other columns by the rules of every form. Specification, "Imports and export". */
export const attendee = z.object({
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

type Context = TimeContext & {
  videoTitle: string
  batch: ImportPart
  firstRow?: number
  includeErased?: boolean
}

/**
 * Imports people for an event or for the library only, in one transaction. A bad row is no failure: it
 * writes nothing and gives one error line. Nobody was asked for consent, so none is recorded.
 * Specification, "Imports and export".
 */
export async function importAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { videoTitle, batch, firstRow = 1, includeErased = false, ...time }: Context,
): Promise<AttendeeImportResult> {
  const counts = { imported: 0, updated: 0, videoOnly: 0, eventRegistrations: 0 }
  const errors: RowError[] = []
  const unmatched: Unmatched[] = []

  const explain = await longTransaction(db, async (tx) => {
    await lockImports(tx)
    const matcher = await readEventsToMatch(tx)
    const rows = attendees.length
    await recordImportBatch(tx, { ...batch, kind: 'attendees', rows }, async () => {
      for (const part of inParts(attendees, firstRow)) {
        const judged = checkRows(part, attendee)
        const { valid, erased } = await removeErased(tx, judged.valid, includeErased)
        errors.push(...judged.errors, ...erased)
        const collected = collectPart(valid, matcher.match, time)
        unmatched.push(...collected.unmatched)
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
      return { ...counts, failed: errors.length + unmatched.length }
    })
    return matcher.explain
  })

  // After the transaction: with many unknown events, finding the nearest titles takes a while.
  for (const { row, identifier } of unmatched) {
    errors.push({ row, problem: await explain(identifier) })
  }
  return { ...counts, errors: errorLines(errors) }
}
