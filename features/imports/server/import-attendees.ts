import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { listOverCapacity } from '#features/events/server/read-events.ts'
import type { AttendeeImportResult, AttendeeRow, RowVerdict } from '#features/imports/contract.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import { joinName, type Name, splitName } from '#features/imports/rules.ts'
import { company, emailWith, firstName, jobTitle, lastName, requiredText } from '#kernel/fields.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import { savePeople } from '#platform/people/save-people.ts'
import { checkParts, errorLines, previewRows, type RowError } from './check-rows.ts'
import { recordImportBatch, type ImportContext, lockImports } from './import-batch.ts'
import { readEventsToMatch, type EventMatcher } from './match-events.ts'
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

function schemaOf(row: AttendeeRow): z.ZodType<ImportedPerson> {
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
  match: EventMatcher['match'],
  { now, timeZone, keepKnown }: TimeContext & { keepKnown: boolean },
) {
  const people = new Map<string, ImportedPerson>()
  const registrations = new Map<string, ImportedRegistration>()
  const videoOnly = new Set<string>()
  const unmatched: Unmatched[] = []
  const taken: TakenRow[] = []
  for (const { row, sent, checked } of valid) {
    const { event, unmatched: identifier } = match(sent.eventIdentifier)
    if (identifier !== undefined) {
      unmatched.push({ row, identifier })
      continue
    }
    const { email } = checked
    people.set(email, mergePerson(people.get(email), checked, keepKnown))
    taken.push({ row, email, place: event ? `${event.id} ${email}` : email })
    if (event) {
      const isPlanned = effectiveStatus(event, now, timeZone) === 'pre_registration'
      const registrationType = isPlanned ? 'pre_registration' : 'confirmed'
      registrations.set(`${event.id} ${email}`, { email, eventId: event.id, registrationType })
    } else videoOnly.add(email)
  }
  return { taken, people, seats: registrations, videoOnly, unmatched }
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
    const rows = attendees.length
    const eventIds = new Set<number>()
    await recordImportBatch(tx, { ...batch, kind: 'attendees', rows }, async () => {
      const rest = { firstRow, includeErased, errors }
      for await (const valid of checkParts(tx, attendees, schemaOf, rest)) {
        const collected = collectPart(valid, matcher.match, { ...time, keepKnown })
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
        const watching = await writeVideoOnly(tx, [...collected.videoOnly], videoTitle)
        counts.videoOnly += watching.added
        // People who already have the row in `video_access` may now have another name in it than in `people`, so update
        // them there.
        const renamed = [...watching.isNew].flatMap(([email, isNew]) => (isNew ? [] : email))
        await savePeople(tx, renamed)
        if (withRows) results.push(...resultsOf(collected.taken, [written, seated, watching]))
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

/** A stored person, with the type of each of their registrations by event id. */
type Known = ImportedPerson & { seats: Record<string, string>; hasAccess: boolean }

export async function previewAttendees(
  db: Db,
  attendees: AttendeeRow[],
  { now, timeZone, keepKnown }: TimeContext & { keepKnown: boolean },
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, async (tx) => {
    const { match, explain, findNearest } = await readEventsToMatch(tx)
    return previewRows(tx, attendees, schemaOf, async (emails) => {
      const known = await readKnown(tx, emails)
      const seen = new Set<string>()
      return async ({ sent, checked }) => {
        const { event, unmatched } = match(sent.eventIdentifier)
        if (unmatched !== undefined) {
          const [problem, nearestTitle] = [await explain(unmatched), await findNearest(unmatched)]
          return { verdict: 'unknown_event', problem, nearestTitle }
        }
        const key = `${event?.id ?? ''} ${checked.email}`
        const person = known.get(checked.email)
        const isPlanned = event && effectiveStatus(event, now, timeZone) === 'pre_registration'
        const verdict = seen.has(key) ? 'duplicate' : judge(person, event, Boolean(isPlanned))
        seen.add(key)
        const differences = person ? compare(person, checked, keepKnown) : []
        if (!event) return { verdict, differences }
        const { id, title, cancelledAt } = event
        return { verdict, differences, event: { id, title, isCancelled: cancelledAt !== null } }
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

function judge(person: Known | undefined, event: EventRow | undefined, isPlanned: boolean) {
  if (!person) return 'new'
  if (!event) return person.hasAccess ? 'registered' : 'updated'
  const registration = person.seats[event.id]
  // Importing an attendee of an open event confirms their pre-registration, which counts as a change.
  return registration === 'confirmed' || (registration && isPlanned) ? 'registered' : 'updated'
}

async function readKnown(tx: Transaction, emails: string[]): Promise<Map<string, Known>> {
  const { rows } = await tx.execute<Known>(sql`
    select u.email, u.first_name as "firstName", u.last_name as "lastName", u.company,
      u.job_title as "jobTitle",
      coalesce((select jsonb_object_agg(r.event_id, r.registration_type)
        from event_registrations r where r.user_id = u.id), '{}') as seats,
      exists (select 1 from video_access v where v.email = u.email and v.event_id is null)
        as "hasAccess"
    from users u where u.email = any(${sql.param(emails)}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}

/**
 * Returns whether an imported name equals the stored one, ignoring at which word the two are split into
 * first and last name.
 */
function isSameName(person: Name, known: Name): boolean {
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
