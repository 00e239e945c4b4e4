import { eq, sql, and, inArray } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { tryAddressAgain } from '#features/mails/server/bounces.ts'
import { addOutboxEntries, type NewOutboxEntry } from '#features/mails/server/enqueue.ts'
import { saveGuestQuestions } from '#features/questions/server/guest-question.ts'
import { needsSeat, type PlacedEvent, removeSeated } from '#features/waitlist/server/seats.ts'
import { type WaitlistPlace, waitlistMailOf } from '#features/waitlist/server/waitlist.ts'
import { enqueueWebinarSeats } from '#features/webinars/server/enqueue-webinar-seats.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { FirstTouch } from '#kernel/first-touch.ts'
import type { RegistrationType } from '#kernel/values.ts'
import type { Transaction } from '#platform/db/open.ts'
import { pipeline } from '#platform/db/pipeline.ts'
import { recordingOf, recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { prepared, type Slots, preparedSql } from '#platform/db/prepared.ts'
import type { Jobs, JobSender } from '#platform/jobs/jobs.ts'
import {
  insertPeople,
  joinNames,
  otherNames,
  registeredNames,
  savePeople,
  searchText,
} from '#platform/people/save-people.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'

export type PersonFields = {
  email: string
  firstName?: string
  lastName?: string
  company?: string
  jobTitle?: string
  mobile?: string
  questions?: string
}

const nothingFilled = {
  firstName: '',
  lastName: '',
  company: '',
  jobTitle: '',
  mobile: '',
  questions: '',
}
type Filled = Required<PersonFields>

/**
 * Inserts a `users` row for an email unless one exists. `isKnown`: the table `people` contained the email
 * before.
 */
const addPerson = preparedSql<
  Filled & { searchText: string },
  { id: number; firstName: string; isKnown: boolean }
>(
  'add_person',
  (of) => sql`
    with added as (
      insert into users (email, first_name, last_name, company, job_title, mobile, questions)
      values (${of.email}, ${of.firstName}, ${of.lastName}, ${of.company}, ${of.jobTitle}, ${of.mobile},
        ${of.questions})
      on conflict do nothing
      returning id, email, first_name, person_key),
    person as (${insertPeople(sql`select person_key, email, ${of.searchText}::text from added`)})
    select id, first_name as "firstName", not exists (select from person) as "isKnown" from added`,
)

const fillBlanks = prepared('fill_blanks', (db, of: Slots<Filled>) => {
  const blanksFilled = Object.keys(nothingFilled).map((name) => {
    const column = users[name as keyof typeof nothingFilled]
    return [name, sql`case when ${column} = '' then ${of[name as keyof Filled]} else ${column} end`]
  })
  return db
    .update(users)
    .set({ ...Object.fromEntries(blanksFilled), updatedAt: sql`now()` })
    .where(eq(users.email, of.email))
    .returning({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      registered: registeredNames,
      others: otherNames(sql`users.email`),
      storedText: sql<string | null>`(select p.words from people p where p.email = users.email)`,
    })
})

/**
 * Returns the `users` row of an email, and inserts it for a new person. For a known person, fills in empty
 * fields and overwrites none, because public forms are unauthenticated. Simultaneous callers get the same
 * row. `names` have the format of `joinNames`.
 */
export async function findOrCreatePerson(
  tx: Transaction,
  fields: PersonFields,
): Promise<{ id: number; firstName: string; isExistingUser: boolean; names: string }> {
  const filled = { ...nothingFilled, ...fields }
  const { email } = filled
  const names = joinNames(filled)
  const text = searchText({ email, registered: names, others: [] })
  for (;;) {
    const [created] = await addPerson(tx, { ...filled, searchText: text })
    if (created) {
      const { id, firstName, isKnown } = created
      if (isKnown) await savePeople(tx, [email])
      return { id, firstName, isExistingUser: false, names }
    }
    const [known] = await fillBlanks(tx, filled)
    if (known) {
      const { id, firstName, registered, storedText } = known
      if (searchText(known) !== storedText) await savePeople(tx, [email])
      return { id, firstName, isExistingUser: true, names: registered }
    }
    // An administrator corrected, merged or erased the email's owner while this transaction waited, so
    // retry.
  }
}

type RegistrationFields = {
  questions?: string
  receiveUpdates: boolean
  receiveEventInvites: boolean
  registrationSource: string
  firstTouch?: FirstTouch | null | undefined
  /** Who makes the registration, for the history and the audit log; default: the person themselves. */
  cause?: DomainEventCause
}

type NewRow = { id: number; eventId: number; registrationType: RegistrationType }
type Added = Required<Omit<RegistrationFields, 'firstTouch'>> & {
  /** JSON text, or null. */
  firstTouch: string | null
  userId: number
  eventIds: number[]
  types: string[]
}

const addRows = preparedSql<Added, NewRow>(
  'add_registrations',
  (of) => sql`
    with added as (insert into event_registrations (user_id, event_id, registration_type, questions, receive_updates,
      receive_event_invites, registration_source, first_touch)
    select ${of.userId}::int, chosen.id, chosen.type, ${of.questions}, ${of.receiveUpdates}::boolean,
      ${of.receiveEventInvites}::boolean, ${of.registrationSource}, ${of.firstTouch}::jsonb
    from unnest(${of.eventIds}::int[], ${of.types}::text[]) as chosen (id, type)
    on conflict do nothing
    returning id, user_id, event_id, registration_type, questions),
    asked as (${saveGuestQuestions(sql`select * from added`)}),
    ${recordingOf(sql`select 'registration.created' as type, ${of.cause}::text as cause, a.event_id, a.id as registration_id,
      u.person_key, null::text as topic from added a join users u on u.id = a.user_id order by a.id`)}
    select id, event_id as "eventId", registration_type as "registrationType" from added order by id`,
)

/** Returns the type of registration for an event: a pre-registration if the event has no fixed date yet. */
function registrationType(event: EventRow): RegistrationType {
  return event.status === 'pre_registration' ? 'pre_registration' : 'confirmed'
}

/**
 * Registers a person for events, with at most one `event_registrations` row for each. An existing
 * pre-registration is confirmed if its event is upcoming, and a missing question is added. Requests the
 * registrations at Zoom. Returns the rows that were inserted or confirmed.
 */
export async function addRegistrations(
  tx: Transaction,
  jobs: Pick<Jobs, 'send' | 'takes'>,
  userId: number,
  chosen: PlacedEvent[],
  fields: RegistrationFields,
) {
  if (chosen.length === 0) return { added: [], upgraded: [] }
  const { questions = '', cause = 'person' } = fields
  const inserted = await addRows(tx, {
    ...fields,
    firstTouch: fields.firstTouch ? JSON.stringify(fields.firstTouch) : null,
    questions,
    userId,
    eventIds: chosen.map(({ id }) => id),
    types: chosen.map(registrationType),
    cause,
  })
  const confirmed =
    inserted.length < chosen.length
      ? await completeEarlierRows(tx, userId, chosen, { questions, cause })
      : []
  const limited = chosen.filter(needsSeat)
  if (limited.length > 0) await removeSeated(tx, limited)
  await enqueueWebinarSeats(tx, jobs, { userId, events: chosen })
  const titled = (row: NewRow) => ({
    ...row,
    title: chosen.find((event) => event.id === row.eventId)?.title ?? '',
  })
  return { added: inserted.map(titled), upgraded: confirmed.map(titled) }
}

/**
 * For events for which the person is registered already: adds the question to the registration, and confirms a
 * pre-registration if the event's date is fixed. Returns the confirmed ones.
 */
async function completeEarlierRows(
  tx: Transaction,
  userId: number,
  chosen: EventRow[],
  { questions, cause }: { questions: string; cause: DomainEventCause },
): Promise<NewRow[]> {
  const own = (ids: number[]) =>
    and(eq(eventRegistrations.userId, userId), inArray(eventRegistrations.eventId, ids))
  const confirmed = chosen
    .filter((event) => registrationType(event) === 'confirmed')
    .map((event) => event.id)
  const upgraded =
    confirmed.length === 0
      ? []
      : await tx
          .update(eventRegistrations)
          .set({ registrationType: 'confirmed' })
          .where(and(own(confirmed), eq(eventRegistrations.registrationType, 'pre_registration')))
          .returning({
            id: eventRegistrations.id,
            eventId: eventRegistrations.eventId,
            registrationType: eventRegistrations.registrationType,
          })
  const ids = upgraded.map(({ id }) => id)
  if (ids.length > 0) await recordUpgrades(tx, ids, cause)
  if (questions) {
    const eventIds = chosen.map((event) => event.id)
    await tx.execute(sql`
      with asked as (
        update event_registrations set questions = ${questions}
        where user_id = ${userId} and event_id = any(${sql.param(eventIds)}::int[]) and questions = ''
        returning id, event_id, questions)
      ${saveGuestQuestions(sql`select * from asked`)}`)
  }
  return upgraded
}

/** Records a domain event for each pre-registration that was confirmed. */
export function recordUpgrades(tx: Transaction, ids: number[], cause: DomainEventCause) {
  const which = sql`r.id = any(${sql.param(ids)}::int[])`
  return recordSelected(tx, eventsOfRegistrations('registration.upgraded', which, cause))
}

/** A person with the registrations that the current transaction wrote. These determine which mails the person gets. */
export type Registration = {
  userId: number
  email: string
  /** Events for which the person is registered, whether by this request or an earlier one. */
  events: EventRow[]
  waitlisted?: WaitlistPlace[]
  /** True if the person had no access to the video library before. */
  hasNewAccess?: boolean
  /** True if the person asked for news of future events. */
  isInterested?: boolean
  /** Further entries for the same mail. */
  also?: NewOutboxEntry[]
}

/**
 * Adds the mails about a registration to the outbox, in the registration's transaction. The mails are sent
 * later, so that a mail failure cannot fail the registration.
 */
export async function enqueueRegistrationMails(
  tx: Transaction,
  jobs: JobSender,
  { userId, email, events, waitlisted = [], hasNewAccess, isInterested, also = [] }: Registration,
): Promise<void> {
  const wanted: NewOutboxEntry[] = events.map((event) => ({
    kind: event.status === 'pre_registration' ? 'pre_registration_noted' : 'registration_confirmed',
    email,
    eventId: event.id,
  }))
  wanted.push(...waitlisted.map((place) => waitlistMailOf(email, place)))
  if (isInterested) wanted.push({ kind: 'interest_noted', email })
  if (hasNewAccess) wanted.push({ kind: 'library_access', email })
  wanted.push(...also)
  await pipeline(tryAddressAgain(tx, email), addOutboxEntries(tx, jobs, wanted))
  await jobs.send(tx, 'sync-subscriber', [{ userId }])
}
