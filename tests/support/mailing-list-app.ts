import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { sweepSubscribers } from '#features/newsletter/server/sync-subscriber.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { mailingListMembers } from '#schema/newsletter.ts'
import { registrationBody } from './builders.ts'
import { startMailerliteServer } from './mailerlite-server.ts'
import { testApp } from './test-app.ts'

export const webhookSecret = 'a-secret-of-the-webhook'

/** Starts the app with a MailerLite stand-in. */
export async function mailingListApp({ hasGroup = true }: { hasGroup?: boolean } = {}) {
  const lite = await startMailerliteServer()
  const members = lite.addGroup('Members')
  const mailerlite = {
    apiKey: lite.key,
    apiUrl: lite.url,
    webhookSecret,
    ...(hasGroup && { groupId: members.id }),
  }
  const app = await testApp({ config: { mailerlite } })
  const { call, clock, db, runJobs } = app

  async function register(fields: Parameters<typeof registrationBody>[0] = {}) {
    const body = registrationBody(fields)
    const { status } = await call(registerForEvents, { body })
    if (status !== 200) throw new Error(`the registration was answered with ${status}`)
    return body.email
  }

  /** Advances the site's clock and makes queued jobs due. */
  async function later(seconds: number) {
    clock.set(new Date(clock.now().getTime() + seconds * 1000))
    await db.execute(sql`update jobs.job
      set start_after = start_after - make_interval(secs => ${seconds}) where state < 'active'`)
    return runJobs()
  }

  const told = () =>
    lite.calls.filter(({ method, path }) => method === 'POST' && path === '/api/subscribers')
  const states = async () =>
    (await db.select().from(mailingListMembers).orderBy(mailingListMembers.userId)).map(
      ({ state }) => state,
    )
  const sweep = () => sweepSubscribers(db, app.app.deps.jobs, clock.now())

  /** Posts a webhook of MailerLite about a subscriber. */
  async function sendWebhook(payload: object, headers: Record<string, string> = {}) {
    const raw = JSON.stringify(payload)
    const signature = createHmac('sha256', webhookSecret).update(raw).digest('hex')
    return app.app.inject({
      method: 'POST',
      url: '/api/webhooks/mailerlite',
      headers: { 'content-type': 'application/json', signature, ...headers },
      payload: raw,
    })
  }
  return { ...app, lite, members, mailerlite, register, later, told, states, sweep, sendWebhook }
}
