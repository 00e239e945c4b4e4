import { z } from 'zod'
import { effectiveStatus } from '#shared/event-time.ts'
import { company, emailWith, firstName, jobTitle, lastName } from '#shared/contract/fields.ts'
import type { AttendeeImportResult, AttendeeRow } from '#shared/contract/imports.ts'
import type { Db } from '#server/db/open.ts'
import type { Moment } from '#server/events/present-event.ts'
import { checkRows, errorLines, inParts, type RowError } from './check-rows.ts'
import { readEventsToMatch } from './match-event.ts'
import {
  takeImportTurn,
  writePeople,
  writeSeats,
  writeVideoOnly,
  type ImportedPerson,
  type ImportedSeat,
} from './write-people.ts'

/** Specification 5, "Attendee list schema"; the other columns by the rules of every form. */
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

/**
 * Imports people for an event or for the library only, in one transaction. Throws nothing for a bad
 * row: it writes nothing and gives one error line. Nobody is asked for consent by an import, so none is
 * recorded. decisions.md, "Imports and export"; specification 7.
 */
export async function importAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { now, timeZone, videoTitle }: Moment & { videoTitle: string },
): Promise<AttendeeImportResult> {
  const counts = { imported: 0, updated: 0, videoOnly: 0, eventRegistrations: 0 }
  const errors: RowError[] = []
  const unmatched: { row: number; identifier: string }[] = []

  const matcher = await db.transaction(async (tx) => {
    await takeImportTurn(tx)
    const { match, explain } = await readEventsToMatch(tx)
    for (const part of inParts(attendees)) {
      const people = new Map<string, ImportedPerson>()
      const seats = new Map<string, ImportedSeat>()
      const videoOnly = new Set<string>()
      const judged = checkRows(part, attendee)
      errors.push(...judged.errors)
      let rows = 0
      for (const { row, sent, checked } of judged.valid) {
        const found = match(sent.eventIdentifier)
        if (found.unmatched !== undefined) {
          unmatched.push({ row, identifier: found.unmatched })
          continue
        }
        rows++
        const { email } = checked
        people.set(email, mergePerson(people.get(email), checked))
        if (!found.event) videoOnly.add(email)
        else {
          const isOpen = effectiveStatus(found.event, now, timeZone) === 'pre_registration'
          seats.set(`${found.event.id} ${email}`, {
            email,
            eventId: found.event.id,
            registrationType: isOpen ? 'pre_registration' : 'confirmed',
          })
        }
      }
      if (rows === 0) continue
      const imported = await writePeople(tx, [...people.values()])
      counts.imported += imported
      counts.updated += rows - imported
      counts.eventRegistrations += await writeSeats(tx, [...seats.values()])
      counts.videoOnly += await writeVideoOnly(tx, [...videoOnly], videoTitle)
    }
    return { explain }
  })

  for (const { row, identifier } of unmatched) {
    errors.push({ row, problem: await matcher.explain(identifier) })
  }
  return { ...counts, errors: errorLines(errors) }
}
