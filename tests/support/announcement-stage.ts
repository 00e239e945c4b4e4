import * as contract from '#features/announcements/contract.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from './builders.ts'
import { startMailServer } from './mail-server.ts'
import { testApp } from './test-app.ts'

/** Starts a site with a mail server, an administrator and an event for announcements. */
/** `socketTimeout`: milliseconds that a mail server may stay silent. */
export async function announcementStage({ socketTimeout = 30_000 } = {}) {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: `${server.url}?socketTimeout=${socketTimeout}`,
      mailFrom: 'House Lights <hello@lights.example>',
      publicUrl: 'http://lights.example',
      mailPerSecond: 1000,
    },
  })
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db, { title: 'The last mile' })
  const toRegistered = { any: [{ kind: 'registered', eventId: event.id }] }

  async function register(fields: Partial<typeof eventRegistrations.$inferInsert> = {}) {
    const person = await buildPerson(app.db)
    await app.db
      .insert(eventRegistrations)
      .values({ userId: person.id, eventId: event.id, receiveUpdates: true, ...fields })
    return person
  }

  async function write(fields: Record<string, unknown> = {}) {
    const body = {
      topic: 'event',
      eventId: event.id,
      audience: toRegistered,
      subject: 'The room has changed',
      body: 'Hello {firstName}, we meet in the *other* room.',
      ...fields,
    }
    const { body: written } = await admin.call(contract.createAnnouncement, { body })
    return { id: written.id }
  }

  /** Sends a test of the announcement, and forgets all mails received so far. */
  async function tryOut(params: { id: number }) {
    await admin.call(contract.testAnnouncement, { params, body: { to: 'me@lights.example' } })
    await app.runJobs()
    server.mails.splice(0)
  }

  /** Creates, tests and approves an announcement, without sending it. */
  async function approve(params: { id: number }, at?: string) {
    const { body } = await admin.call(contract.countNewcomers, { params })
    return admin.call(contract.approveAnnouncement, { params, body: { count: body.count, at } })
  }

  async function begin(fields: Record<string, unknown> = {}) {
    const params = await write(fields)
    await tryOut(params)
    await approve(params)
    return params
  }

  const read = async (params: { id: number }) =>
    (await admin.call(contract.readAnnouncement, { params })).body
  const countsOf = async (params: { id: number }) => (await read(params)).counts
  const verdicts = async (params: { id: number }) =>
    (await admin.call(contract.listRecipients, { params })).body.recipients
  const dueNow = () => app.database.pool.query('update jobs.job set start_after = now()')
  const told = () => server.mails.map(({ to }) => to).toSorted()

  return {
    ...app,
    ...admin,
    server,
    event,
    toRegistered,
    register,
    write,
    tryOut,
    approve,
    begin,
    read,
    countsOf,
    verdicts,
    dueNow,
    told,
  }
}
