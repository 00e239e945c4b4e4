import { asc, eq } from 'drizzle-orm'
import { registerForEvents } from '#features/registrations/contract.ts'
import { jobHandlers } from '#main/jobs.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { buildEvent, registrationBody } from './builders.ts'
import { startImapServer } from './imap-server.ts'
import { startMailServer } from './mail-server.ts'
import { testApp } from './test-app.ts'

/** Starts a site with a mail server and a bounce mailbox; people are `name@example.com`. */
export async function bounceStage() {
  const [server, imap] = [await startMailServer(), await startImapServer()]
  const { bounceMailbox } = loadConfig({ BOUNCE_IMAP_URL: imap.url })
  const app = await testApp({
    config: { smtpUrl: server.url, mailFrom: 'hello@lights.example', bounceMailbox },
  })
  const { call, db, runJobs } = app
  const event = await buildEvent(db)
  const readMails = () => jobHandlers(app.app.deps)['read-bounces']({}, { number: 1, isLast: true })
  const register = async (name: string) => {
    const body = registrationBody({ email: `${name}@example.com`, eventIds: [event.id] })
    const { status } = await call(registerForEvents, { body })
    if (status !== 200) throw new Error(`${name} could not register: ${status}`)
    await runJobs()
  }
  const mailTo = (name: string) => server.mails.findLast(({ to }) => to === `${name}@example.com`)!
  const marked = async () => (await db.select().from(bounces)).map(({ email }) => email).toSorted()
  const statesOf = async (name: string) => {
    const rows = await db
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.email, `${name}@example.com`))
      .orderBy(asc(outboxEntries.id))
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  }
  const keyOf = async (name: string) => {
    const [row] = await db
      .select()
      .from(people)
      .where(eq(people.email, `${name}@example.com`))
    return row!.key
  }
  const admin = await app.asAdmin()
  return {
    ...app,
    admin,
    server,
    imap,
    event,
    readMails,
    register,
    mailTo,
    marked,
    statesOf,
    keyOf,
  }
}
