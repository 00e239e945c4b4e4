import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { lockEvents, refuseFinished } from '#features/events/server/event-rows.ts'
import { requireAnswers, saveAnswers } from '#features/form-questions/server/answers.ts'
import type { NewOutboxEntry } from '#features/mails/server/enqueue.ts'
import type {
  RegistrationForm,
  RegistrationReply,
  VideoAccessForm,
  PreRegistrationForm,
  FutureEventsForm,
  CheckRegistrationForm,
} from '#features/registrations/contract.ts'
import type { Browser } from '#features/sign-in/server/browser.ts'
import { openSession } from '#features/sign-in/server/open-session.ts'
import { knownEmail } from '#features/sign-in/server/session.ts'
import { placePerson } from '#features/waitlist/server/seats.ts'
import { joinWaitlist } from '#features/waitlist/server/waitlist.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import { type TimeContext, isFinished } from '#kernel/event-time.ts'
import type { ConsentKind } from '#kernel/site.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { pipeline } from '#platform/db/pipeline.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { joinNames, savePeople } from '#platform/people/save-people.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { videoAccess, eventRegistrations } from '#schema/registrations.ts'
import { noteConsent, readConsent } from './consent.ts'
import { addRegistrations, findOrCreatePerson, enqueueRegistrationMails } from './registration.ts'
import type { Sourced } from './visitor-source.ts'

type FormContext = TimeContext & { jobs: Jobs; asked: ConsentKind }

/** Consent that a form with a notice gives: updates and invitations. */
const everything = { receiveUpdates: true, receiveEventInvites: true }

/**
 * Registers a person for the chosen events, or with no event chosen only adds the person, in one
 * transaction. Throws 404 for an unknown event, 409 for a finished, cancelled or full one, and 400 for an invalid
 * answer to a form question, without writing anything. With `needsAnswers`, required questions must be answered. With
 * `waitlist`, puts the person on the waiting lists of the full events instead of refusing them.
 */
export async function registerForEvents(
  db: Db,
  form: Sourced<Omit<RegistrationForm, 'answers'> & Partial<Pick<RegistrationForm, 'answers'>>>,
  {
    jobs,
    asked,
    eventField = 'eventIds',
    needsAnswers = false,
    cause,
    onRegistered,
    ...time
  }: TimeContext & {
    jobs: Jobs
    /**
     * How the site's forms ask for consent, by a checkbox or a notice; undefined if another program registers the
     * person through the API.
     */
    asked?: ConsentKind
    eventField?: 'eventId' | 'eventIds'
    needsAnswers?: boolean
    cause?: DomainEventCause
    /** Runs in the transaction; returns further notifications for the mail to the person. */
    onRegistered?: (
      tx: Transaction,
      person: { id: number; email: string },
    ) => Promise<NewOutboxEntry[]>
  },
): Promise<RegistrationReply> {
  const { eventIds, source, firstTouch, consentShown, ...rest } = form
  const { receiveUpdates, receiveEventInvites, questions, waitlist, ...others } = rest
  const { answers = {}, ...person } = others
  const sent = { receiveUpdates, receiveEventInvites }
  const consent = asked
    ? readConsent(asked, { consentShown, receiveUpdates }, sent)
    : { ...sent, wording: undefined }
  return db.transaction(async (tx) => {
    const [chosen, { id, isExistingUser }] = await pipeline(
      lockEvents(tx, eventIds, time.now, eventField),
      findOrCreatePerson(tx, { ...person, questions: eventIds.length === 0 ? questions : '' }),
    )
    refuseFinished(chosen, time)
    const given = requireAnswers(chosen, answers, { isComplete: needsAnswers })
    const { email } = person
    const { wording: _, ...agreed } = consent
    const fields = { ...agreed, questions, registrationSource: source, firstTouch }
    const seats = { now: time.now, refusesFull: !waitlist }
    const { seated, full } = await placePerson(tx, jobs, id, chosen, seats)
    const waitlisted = await joinWaitlist(tx, id, full, { ...fields, answers: given })
    const also = await onRegistered?.(tx, { id, email })
    const [{ added, upgraded }] = await pipeline(
      addRegistrations(tx, jobs, id, seated, { ...fields, ...(cause && { cause }) }),
      noteConsent(tx, id, { ...consent, source }),
      enqueueRegistrationMails(tx, jobs, {
        userId: id,
        email,
        events: seated,
        waitlisted,
        hasNewAccess: !isExistingUser,
        ...(also && { also }),
      }),
    )
    const own = sql`r.user_id = ${id} and r.event_id = any(${sql.param(eventIds)}::int[])`
    await saveAnswers(tx, own, given)
    const reply = { isExistingUser, newRegistrations: [...added, ...waitlisted] }
    return upgraded.length === 0 ? reply : { ...reply, upgraded }
  })
}

/**
 * Registers a person for the video library: writes a `users` row, a `video_access` row and a member
 * session. If the person chose the event and it is not finished, registers them for it, too, or puts them on its
 * waiting list if it is full and they asked for that. Returns the session's token besides the reply. Throws 404 for
 * an unknown event.
 */
export async function requestVideoAccess(
  db: Db,
  form: Sourced<VideoAccessForm>,
  context: FormContext & { videoTitle: string; browser: Browser },
) {
  const {
    eventId,
    source,
    firstTouch,
    receiveEventInvites,
    receiveUpdates,
    consentShown,
    waitlist,
    ...person
  } = form
  // With a consent notice instead of a checkbox for updates, the visitor agrees to updates by ticking the checkbox for
  // the next event.
  const { wording, ...agreed } = readConsent(
    context.asked,
    { consentShown, receiveUpdates },
    { receiveUpdates: receiveEventInvites, receiveEventInvites },
  )
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, eventId === undefined ? [] : [eventId], context.now)
    const { id, isExistingUser, names } = await findOrCreatePerson(tx, person)
    const [added] = await tx
      .insert(videoAccess)
      .values({
        ...person,
        userId: id,
        eventId,
        receiveEventInvites,
        videoTitle: context.videoTitle,
      })
      .onConflictDoNothing()
      .returning({ id: videoAccess.id })
    if (added && joinNames(person) !== names) await savePeople(tx, [person.email])
    const open = receiveEventInvites
      ? chosen.filter((event) => !isFinished(event, context.now, context.timeZone))
      : []
    const fields = { ...agreed, registrationSource: source, firstTouch }
    const seats = { now: context.now, refusesFull: false }
    const { seated, full } = await placePerson(tx, context.jobs, id, open, seats)
    const waitlisted = waitlist ? await joinWaitlist(tx, id, full, fields) : []
    if (receiveEventInvites) {
      await addRegistrations(tx, context.jobs, id, seated, fields)
    }
    await noteConsent(tx, id, { ...agreed, wording, source })
    await enqueueRegistrationMails(tx, context.jobs, {
      userId: id,
      email: person.email,
      events: seated,
      waitlisted,
      hasNewAccess: true,
    })
    const token = await openSession(tx, context.browser, { email: person.email }, context.now)
    const isFull = full.length > 0 && { eventStatus: 'full' as const, isWaitlisted: waitlist }
    return { token, reply: { videoAccess: { email: person.email }, isExistingUser, ...isFull } }
  })
}

async function openPreRegistrations(tx: Transaction, { now, timeZone }: TimeContext) {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(eq(events.status, 'pre_registration'), isNull(events.cancelledAt), isPublishedAt(now)),
    )
    .orderBy(asc(events.id))
    .for('share')
  return rows.filter((event) => !isFinished(event, now, timeZone))
}

/**
 * Pre-registers a person for one event or, without `eventId`, for all events that accept pre-registrations.
 * Returns the first name as sent. Throws 404 for an unknown event and 409 for a finished one.
 */
export async function preRegister(
  db: Db,
  {
    firstName,
    lastName,
    email,
    eventId,
    source,
    firstTouch,
    ...sent
  }: Sourced<PreRegistrationForm>,
  { jobs, asked, ...time }: FormContext,
): Promise<{ firstName: string }> {
  const { wording, ...consent } = readConsent(asked, sent, everything)
  return db.transaction(async (tx) => {
    const chosen =
      eventId === undefined
        ? await openPreRegistrations(tx, time)
        : await lockEvents(tx, [eventId], time.now)
    refuseFinished(chosen, time)
    const { id } = await findOrCreatePerson(tx, { firstName, lastName, email })
    const seats = { now: time.now, refusesFull: true }
    const { seated } = await placePerson(tx, jobs, id, chosen, seats)
    const fields = { ...consent, registrationSource: source, firstTouch }
    await addRegistrations(tx, jobs, id, seated, fields)
    await noteConsent(tx, id, { ...consent, wording, source })
    await enqueueRegistrationMails(tx, jobs, { userId: id, email, events: seated })
    return { firstName }
  })
}

/**
 * Records in `user_groups` that a person wants news of future events. If the given event accepts
 * pre-registrations, pre-registers them for it, too. Throws 404 for an unknown event.
 */
export async function registerForFutureEvents(
  db: Db,
  {
    eventId,
    source,
    firstTouch,
    receiveUpdates,
    consentShown,
    ...person
  }: Sourced<FutureEventsForm>,
  { jobs, asked, now, timeZone }: FormContext,
): Promise<{ user: { firstName: string } }> {
  const { wording, ...consent } = readConsent(asked, { receiveUpdates, consentShown }, everything)
  return db.transaction(async (tx) => {
    const chosen = await lockEvents(tx, eventId === undefined ? [] : [eventId], now)
    const { id } = await findOrCreatePerson(tx, person)
    await tx
      .insert(userGroups)
      .values({
        userId: id,
        groupType: 'future_events',
        groupIdentifier: eventId === undefined ? 'all' : String(eventId),
        firstTouch,
        createdAt: now,
      })
      .onConflictDoNothing()
    const open = chosen.filter(
      (event) => event.status === 'pre_registration' && !isFinished(event, now, timeZone),
    )
    const { seated } = await placePerson(tx, jobs, id, open, { now, refusesFull: true })
    const fields = { ...consent, registrationSource: source, firstTouch }
    await addRegistrations(tx, jobs, id, seated, fields)
    await noteConsent(tx, id, { ...consent, wording, source })
    const { email } = person
    await enqueueRegistrationMails(tx, jobs, {
      userId: id,
      email,
      events: seated,
      isInterested: true,
    })
    return { user: { firstName: person.firstName } }
  })
}

/**
 * Returns in `exists` whether an email is registered for the event or, without an event, known at all.
 * Returns in `isKnown` whether it is known at all: only calls with an unknown email count towards the rate
 * limit for guessing emails.
 */
export async function checkRegistration(
  db: Db,
  { email, eventId }: Pick<CheckRegistrationForm, 'email'> & Partial<CheckRegistrationForm>,
  now: Date,
): Promise<{ exists: boolean; isKnown: boolean }> {
  const isKnown = knownEmail(email)
  const registrations = db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(users.email, email), eq(events.id, eventId ?? 0), isPublishedAt(now)))
  const exists = eventId === undefined ? isKnown : sql<boolean>`exists ${registrations}`
  const [answer] = await db.select({ exists, isKnown }).from(sql`(values (1)) as one`)
  return answer!
}
