import { mailKinds } from '#main/mail-kinds.ts'
import { asc } from 'drizzle-orm'
import { sweepMails } from '#features/mails/server/plan.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import type { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import {
  buildEvent,
  editEvent,
  buildPerson,
  buildRegistration,
  registrationBody,
} from './builders.ts'
import { startMailServer } from './mail-server.ts'
import { testApp } from './test-app.ts'

/** Older than the delay after an edit. */
const longAgo = new Date('2026-11-01T08:00:00Z')

/** Starts a site with a mail server and a clock; people are named by the part before the @. */
export async function mailStage(config: Partial<Config & LiveSettings> = {}) {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: 'hello@lights.example',
      publicUrl: 'http://lights.example',
      ...config,
    },
  })
  const { db, clock, call, runJobs, database } = app
  let read = 0

  /** Plans mails at an instant on two nodes, without sending them. */
  async function plan(instant: string) {
    clock.set(instant)
    for (let node = 0; node < 2; node++) {
      await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    }
  }

  return {
    ...app,
    server,
    plan,
    build: (fields: Parameters<typeof buildEvent>[1] = {}) =>
      buildEvent(db, { title: 'Salt', updatedAt: longAgo, ...fields }),
    /** Changes an event's fields in the table, by default long ago. */
    edit: (id: number, set: Partial<typeof events.$inferInsert>) =>
      editEvent(db, id, { updatedAt: longAgo, ...set }),
    async register(name: string, ...eventIds: number[]) {
      const body = registrationBody({ email: `${name}@example.com`, eventIds })
      await call(registerForEvents, { body })
    },
    /** Adds a registration without a mail, as after an import. */
    async enrol(
      name: string,
      eventId: number,
      fields: Partial<Parameters<typeof buildRegistration>[1]> = {},
    ) {
      const { id: userId } = await buildPerson(db, { email: `${name}@example.com` })
      return buildRegistration(db, { userId, eventId, createdAt: longAgo, ...fields })
    },
    /** Returns the mails that arrive at an instant, including retries: `zola: Coming up`. */
    async at(instant: string) {
      await plan(instant)
      await database.pool.query(`update jobs.job set start_after = now() where state < 'active'`)
      await runJobs()
      const mails = server.mails.slice(read)
      read = server.mails.length
      return mails
        .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(': Salt', '')}`)
        .toSorted()
    },
    /** Returns every outbox entry, oldest first: `reminder_1h sent`. */
    async told() {
      const rows = await db.select().from(outboxEntries).orderBy(asc(outboxEntries.id))
      return rows.map(({ kind, state }) => `${kind} ${state}`)
    },
  }
}
