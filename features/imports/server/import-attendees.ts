import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOverCapacity } from '#features/events/server/read-events.ts'
import type { AttendeeImportResult, AttendeeRow } from '#features/imports/contract.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import type { Answers } from '#features/form-questions/rules.ts'
import { joinName, type Name, splitName } from '#features/imports/rules.ts'
import { company, emailWith, firstName, jobTitle, lastName, requiredText } from '#kernel/fields.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import { savePeople } from '#platform/people/save-people.ts'
import { checkParts, errorLines, type RowError } from './check-rows.ts'
import { recordImportBatch, type ImportContext, lockImports } from './import-batch.ts'
import { readEventsToMatch, type EventMatcher } from './match-events.ts'
import { type AnswerReader, readQuestionsToMatch, writeAnswers } from './read-answers.ts'
import {
  noteUnchangedRows,
  saveWrittenPeople,
  writePeople,
  writeRegistrations,
  writeVideoOnly,
  type ImportedPerson,
  type ImportedRegistration,
  type Written,
} from './write-people.ts'

/** An imported row, validated by the same rules and with the same messages as the registration forms. */
const attendee = z.object({
  firstName,
  lastName,
  email: emailWith('Valid email is required'),
  company,
  jobTitle,
})
const wholeNamed = attendee
  .omit({ firstName: true, lastName: true })
  .extend({ fullName: requiredText('Name', 'A name is required') })
  .transform(({ fullName, ...rest }) => ({ ...rest, ...splitName(fullName), isWhole: true }))

/** Returns the schema of a row, which depends on whether the row has a whole name only. */
export function schemaOf(row: AttendeeRow): z.ZodType<ImportedPerson> {
  const isWhole = Boolean(row.fullName?.trim()) && !(row.firstName?.trim() && row.lastName?.trim())
  return isWhole ? wholeNamed : attendee
}

/** Merges two rows with the same email. The later non-empty value wins; with `keepKnown`, the earlier one. */
function mergePerson(
  earlier: ImportedPerson | undefined,
  later: ImportedPerson,
  keepKnown: boolean,
): ImportedPerson {
  if (!earlier) return later
  const [kept, other] = keepKnown ? [earlier, later] : [later, earlier]
  return {
    ...kept,
    company: kept.company || other.company,
    jobTitle: kept.jobTitle || other.jobTitle,
  }
}

type ValidRow = { row: number; sent: AttendeeRow; checked: ImportedPerson }
type Unmatched = { row: number; identifier: string }

/**
 * Collects what to write for some valid rows of an imported list: people, registrations and access to the library, each
 * without duplicates.
 */
function collectPart(
  valid: ValidRow[],
  { match, readAnswers }: { match: EventMatcher['match']; readAnswers: AnswerReader },
  { now, timeZone, keepKnown }: TimeContext & { keepKnown: boolean },
) {
  const people = new Map<string, ImportedPerson>()
  const registrations = new Map<string, ImportedRegistration>()
  const videoOnly = new Set<string>()
  const answers = new Map<string, { email: string; eventId: number; answers: Answers }>()
  const unmatched: Unmatched[] = []
  const errors: RowError[] = []
  const taken: TakenRow[] = []
  for (const { row, sent, checked } of valid) {
    const { event, unmatched: identifier } = match(sent.eventIdentifier)
    if (identifier !== undefined) {
      unmatched.push({ row, identifier })
      continue
    }
    const read = readAnswers(event?.id, sent.answers)
    if ('problem' in read) {
      errors.push({ row, problem: read.problem })
      continue
    }
    const { email } = checked
    people.set(email, mergePerson(people.get(email), checked, keepKnown))
    taken.push({ row, email, place: event ? `${event.id} ${email}` : email })
    if (event) {
      const place = `${event.id} ${email}`
      const isPlanned = effectiveStatus(event, now, timeZone) === 'pre_registration'
      const registrationType = isPlanned ? 'pre_registration' : 'confirmed'
      registrations.set(place, { email, eventId: event.id, registrationType })
      const earlier = answers.get(place)?.answers ?? {}
      const merged = keepKnown ? { ...read.answers, ...earlier } : { ...earlier, ...read.answers }
      answers.set(place, { email, eventId: event.id, answers: merged })
    } else videoOnly.add(email)
  }
  return { taken, people, seats: registrations, answers, videoOnly, unmatched, errors }
}

/**
 * A valid row of the list. `email` identifies the person, and `place` their registration or access to the library, to
 * recognise rows that repeat one.
 */
type TakenRow = { row: number; email: string; place: string }
type Result = NonNullable<AttendeeImportResult['rows']>[number]

/**
 * Returns the result of each row. If several rows concern the same person or registration, only the first
 * has the result `imported` or `updated`.
 */
function resultsOf(taken: TakenRow[], written: Written[]): Result[] {
  const seen = new Set<string>()
  return taken.map(({ row, email, place }) => {
    const keys = [email, place].filter((key) => !seen.has(key))
    for (const key of [email, place]) seen.add(key)
    const changes = keys.flatMap((key) => written.flatMap(({ isNew }) => isNew.get(key) ?? []))
    const isNewPerson = keys.includes(email) && written[0]?.isNew.get(email) === true
    if (isNewPerson) return { row, result: 'imported' }
    return { row, result: changes.length > 0 ? 'updated' : 'unchanged' }
  })
}

/**
 * Imports people who attend events, or who get library access only, in one transaction. An invalid row
 * writes nothing and adds one error message. Records no consent, because an import does not ask people for
 * any.
 */
export async function importAttendees(
  db: Db,
  attendees: AttendeeRow[],
  {
    videoTitle,
    batch,
    firstRow = 1,
    includeErased = false,
    keepKnown = false,
    withRows = false,
    ...time
  }: TimeContext & ImportContext & { keepKnown?: boolean; withRows?: boolean },
): Promise<AttendeeImportResult> {
  const counts = { imported: 0, updated: 0, videoOnly: 0, eventRegistrations: 0 }
  const errors: RowError[] = []
  const unmatched: Unmatched[] = []
  const results: Result[] = []

  const { explain, eventsOverCapacity } = await longTransaction(db, async (tx) => {
    await lockImports(tx)
    const matcher = await readEventsToMatch(tx)
    const readAnswers = await readQuestionsToMatch(tx, attendees)
    const rows = attendees.length
    const eventIds = new Set<number>()
    await recordImportBatch(tx, { ...batch, kind: 'attendees', rows }, async () => {
      const rest = { firstRow, includeErased, errors }
      for await (const valid of checkParts(tx, attendees, schemaOf, rest)) {
        const collected = collectPart(
          valid,
          { match: matcher.match, readAnswers },
          { ...time, keepKnown },
        )
        errors.push(...collected.errors)
        unmatched.push(...collected.unmatched)
        for (const { eventId } of collected.seats.values()) eventIds.add(eventId)
        const people = await keepSplitNames(tx, [...collected.people.values()])
        const registrations = [...collected.seats.values()]
        const written = await writePeople(tx, people, keepKnown)
        // Save people first, because the domain events of registrations contain the person's key.
        await saveWrittenPeople(tx, people, written)
        counts.imported += written.added
        counts.updated += collected.taken.length - written.added
        const seated = await writeRegistrations(tx, registrations)
        counts.eventRegistrations += seated.added
        const given = await writeAnswers(tx, [...collected.answers.values()], {
          replaces: !keepKnown,
          batchId: batch.id,
        })
        const watching = await writeVideoOnly(tx, [...collected.videoOnly], videoTitle)
        counts.videoOnly += watching.added
        // People who already have the row in `video_access` may now have another name in it than in `people`, so update
        // them there.
        const renamed = [...watching.isNew].flatMap(([email, isNew]) => (isNew ? [] : email))
        await savePeople(tx, renamed)
        if (withRows)
          results.push(...resultsOf(collected.taken, [written, seated, given, watching]))
        const emails = [...collected.people.keys()]
        await noteUnchangedRows(tx, batch.id, {
          users: written.touched < people.length ? emails : [],
          videoAccess: emails,
          seats: seated.touched < registrations.length ? registrations : [],
        })
      }
      return { ...counts, eventIds: [...eventIds], failed: errors.length + unmatched.length }
    })
    const over = eventIds.size > 0 ? await listOverCapacity(tx, [...eventIds]) : []
    return { explain: matcher.explain, eventsOverCapacity: over }
  })

  // Search for similar titles after the transaction, because the search is slow with many unknown events.
  for (const { row, identifier } of unmatched) {
    errors.push({ row, problem: await explain(identifier) })
  }
  return {
    ...counts,
    errors: errorLines(errors),
    ...(withRows && { rows: results }),
    ...(eventsOverCapacity.length > 0 && { eventsOverCapacity }),
  }
}

/**
 * Returns whether an imported name equals the stored one, ignoring at which word the two are split into
 * first and last name.
 */
export function isSameName(person: Name, known: Name): boolean {
  return joinName(person).toLowerCase() === joinName(known).toLowerCase()
}

/**
 * If an imported whole name equals the stored one, replaces its first and last name by the stored ones, so
 * that the stored split is kept.
 */
async function keepSplitNames(
  tx: Transaction,
  people: ImportedPerson[],
): Promise<ImportedPerson[]> {
  const emails = people.filter(({ isWhole }) => isWhole).map(({ email }) => email)
  if (emails.length === 0) return people
  const { rows } = await tx.execute<Name & { email: string }>(sql`
    select email, first_name as "firstName", last_name as "lastName"
    from users where email = any(${sql.param(emails)}::text[])`)
  const known = new Map(rows.map((row) => [row.email, row]))
  return people.map((person) => {
    const name = person.isWhole ? known.get(person.email) : undefined
    if (!name || !isSameName(person, name)) return person
    return { ...person, firstName: name.firstName, lastName: name.lastName }
  })
}
