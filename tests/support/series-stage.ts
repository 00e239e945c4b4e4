import { eq, sql } from 'drizzle-orm'
import { registerForSeries } from '#features/series-registrations/contract.ts'
import { sweeps } from '#main/sweeps.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { buildPerson, registrationBody } from './builders.ts'
import { testApp } from './test-app.ts'
import { verifyByLink } from './verify-by-link.ts'

/** Builds an app with functions to ask for every event, and to let the sweep and its jobs run. */
export async function seriesApp() {
  const stage = await testApp()
  const { app, asAdmin, call, clock, db, newCaller, runJobs } = stage
  const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000))
  /** Lets the time pass in which an organiser can undo a change, and runs the sweep with its jobs. */
  async function settle() {
    later(3)
    // The builders write the time of the computer, which may be later than the clock of the test.
    await db.update(events).set({
      updatedAt: sql`least(updated_at, ${clock.now().toISOString()}::timestamptz - interval '3 minutes')`,
    })
    await runSteps(sweeps(app.deps))
    await runJobs()
  }
  /** Asks for every event in a browser that has verified the email before. */
  async function join(email: string, fields: object = {}) {
    const browser = newCaller()
    await buildPerson(db, { email })
    await verifyByLink(stage, browser, email)
    const body = registrationBody({ email, ...fields })
    const { status, body: reply } = await browser.call(registerForSeries, { body })
    return { browser, status, reply }
  }
  async function registered(eventId: number) {
    const { rows } = await db.execute<{
      email: string
    }>(sql`select u.email from event_registrations r
      join users u on u.id = r.user_id where r.event_id = ${eventId} and r.registration_type = 'confirmed'
      order by r.id`)
    return rows.map(({ email }) => email)
  }
  async function mailsTo(email: string) {
    const rows = await db
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.email, email))
      .orderBy(outboxEntries.id)
    return rows.filter(({ kind }) => kind !== 'library_link')
  }
  async function linkOf(email: string, kind: 'series_requested' | 'series_registered') {
    const entry = (await mailsTo(email)).findLast((row) => row.kind === kind)
    return makeLinkToken(await readLinkKey(db), 'series', entry!)
  }
  const keyOf = async (email: string) =>
    (await db.select().from(people).where(eq(people.email, email)))[0]!.key
  return { ...stage, asAdmin, call, settle, later, join, registered, mailsTo, linkOf, keyOf }
}
