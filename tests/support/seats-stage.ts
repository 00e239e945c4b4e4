import { eq, sql } from 'drizzle-orm'
import { cancelOwnRegistration, getAccount } from '#features/account/contract.ts'
import { getEventPage } from '#features/events/contract.ts'
import { answerInterest, registerForEvents } from '#features/registrations/contract.ts'
import { sweepWaitlists } from '#features/waitlist/server/seats.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { buildEvent, registrationBody } from './builders.ts'
import { testApp } from './test-app.ts'

/** Starts the app with an event of `capacity` seats. */
export async function appWithSeats(
  capacity: number,
  fields: Parameters<typeof buildEvent>[1] = {},
) {
  // The outbox keeps the texts of sent mails with such a database.
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, call, clock, newCaller } = app
  const event = await buildEvent(db, { capacity, ...fields })
  const register = (email: string, more: Record<string, unknown> = {}) =>
    call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id], ...more }) })
  const seatsLeft = async () =>
    (await call(getEventPage, { params: { slug: event.slug } })).body.seatsLeft
  const sweep = () => sweepWaitlists(db, app.app.deps.jobs, clock.now())
  /** Returns the emails of confirmed registrants, and those of each state on the waiting list, in order. */
  async function places() {
    const seated = await db
      .select({ email: users.email })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.registrationType, 'confirmed'))
      .orderBy(eventRegistrations.id)
    const line = await db
      .select({ email: users.email, state: waitlistEntries.state })
      .from(waitlistEntries)
      .innerJoin(users, eq(users.id, waitlistEntries.userId))
      .orderBy(waitlistEntries.id)
    const of = (state: string) =>
      line.filter((entry) => entry.state === state).map(({ email }) => email[0])
    return {
      seated: seated
        .map(({ email }) => email[0])
        .toSorted((one, other) => one!.localeCompare(other!))
        .join(''),
      offered: of('offered').join(''),
      waiting: of('waiting').join(''),
    }
  }
  /** Signs a person in with a verified session. */
  async function asVerified(email: string) {
    const caller = await app.asMember(email)
    await db.execute(sql`update sessions set verified_at = now() where email = ${email}`)
    return caller
  }
  async function giveUp(email: string) {
    const caller = await asVerified(email)
    const { registrations } = (await caller.call(getAccount)).body
    return caller.call(cancelOwnRegistration, { params: { id: registrations[0]!.id } })
  }
  /** Returns the token of the link in the last mail of a kind to a person. */
  async function tokenOf(email: string, kind: 'seat_offered' | 'waitlist_joined') {
    const rows = await db.select().from(outboxEntries).orderBy(outboxEntries.id)
    const entry = rows.findLast((row) => row.email === email && row.kind === kind)
    return makeLinkToken(await readLinkKey(db), 'interest', entry!)
  }
  const answer = async (email: string, body: { answer: string }, kind = 'seat_offered' as const) =>
    newCaller().call(answerInterest, { body: { token: await tokenOf(email, kind), ...body } })
  return { ...app, event, register, seatsLeft, sweep, places, giveUp, tokenOf, answer, asVerified }
}
