// @module-tag postgres
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { switchWebhook } from '#features/webhooks/contract.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import type { JobHandlers } from '#platform/jobs/run-job.ts'
import { carryRequestId, currentRequestId } from '#platform/log/request-id.ts'
import { buildEvent, registrationBody, editEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webhookStage } from '#tests/support/webhook-stage.ts'
import { everySecond, jobHandlers } from './jobs.ts'

type Line = { msg: string; requestId?: string }
type Job = { id: string; name: string; data: { requestId?: string }; key: string }

type Options = NonNullable<Parameters<typeof testApp>[0]>

/** Starts the real app, or one with webhooks, with its queue, and captures both logs. */
async function loggedSite<Site extends Awaited<ReturnType<typeof testApp>>>(
  open: (options: Options) => Promise<Site>,
  options: Options = {},
) {
  const lines: string[] = []
  const app = await open({
    ...options,
    config: { logLevel: 'debug', ...options.config },
    log: { write: (line) => void lines.push(line) },
  })
  const jobs = createJobs(app.database, app.app.deps.report, app.app.deps.log)
  await jobs.start()
  onTestFinished(() => jobs.stop())
  const logged = () => lines.map((line) => JSON.parse(line) as Line)
  const readJobs = async () =>
    (
      await app.database.pool.query<Job>(
        'select id, name, data, singleton_key as key from jobs.job order by created_on, id',
      )
    ).rows
  return { ...app, jobs, logged, readJobs, handlers: jobHandlers(app.app.deps) }
}

const loggedApp = (options?: Options) => loggedSite(testApp, options)

const register = (eventId: number, email: string) =>
  ({
    method: 'POST',
    url: registerForEvents.path,
    payload: registrationBody({ eventIds: [eventId], email }),
  }) as const

test('the id of a registration stands in its answer, its job, and the lines of both and of the mail that is sent', async () => {
  const server = await startMailServer()
  const { app, db, jobs, handlers, logged, readJobs } = await loggedApp({
    config: { smtpUrl: server.url },
  })
  const event = await buildEvent(db)
  const answer = await app.inject(register(event.id, 'thandi@example.com'))
  const requestId = answer.headers['x-request-id']
  expect([answer.statusCode, requestId]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)])
  const [job, ...others] = (await readJobs()).filter(({ name }) => name === 'send-message')
  expect(others).toEqual([])
  const mail = Number(job!.key)
  expect(job!.data).toEqual({ outboxEntryId: mail, requestId })
  await jobs.runDue(handlers)
  const lines = logged().filter((line) => line.requestId === requestId)
  expect(lines).toMatchObject([
    { msg: 'answered', route: registerForEvents.path, status: 200 },
    { msg: 'mail sent', mail, kind: 'registration_confirmed' },
    { msg: 'job done', queue: 'send-message', attempt: 1 },
  ])
  expect(server.mails).toHaveLength(1)
  // The request id is for the operator and not in the person's mail.
  expect(server.mails[0]!.raw).not.toContain(requestId)
  expect(JSON.stringify(logged())).not.toContain('thandi@example.com')
})

function sendLater(body: string) {
  return new ReadableStream({
    async start(stream) {
      await wait(20)
      stream.enqueue(new TextEncoder().encode(body))
      stream.close()
    },
  })
}

test('registrations at the same time keep their ids apart, and a mail that fails is logged under its own', async () => {
  const server = await startMailServer()
  const { app, db, jobs, handlers, logged } = await loggedApp({ config: { smtpUrl: server.url } })
  const event = await buildEvent(db)
  server.refuse('person-3@example.com', '550 5.1.1 Unknown user')
  // Use sockets, where a body arrives in a later event loop turn than the head.
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const { payload, url: path, method } = register(event.id, `person-${index}@example.com`)
      const headers = { 'content-type': 'application/json' }
      const body = sendLater(JSON.stringify(payload))
      return fetch(url + path, { method, headers, body, duplex: 'half' } as RequestInit)
    }),
  )
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(8)
  await jobs.runDue(handlers)
  for (const [index, id] of ids.entries()) {
    const told = logged().filter((line) => line.requestId === id && line.msg !== 'answered')
    const failed = [{ msg: 'mail given up' }, { msg: 'job failed', failure: 'AddressRefused' }]
    const done = [{ msg: 'mail sent' }, { msg: 'job done' }]
    expect(told).toMatchObject(index === 3 ? failed : done)
  }
})

test('a repeated request stays one job, with the id of the first request', async () => {
  const { db, jobs, readJobs } = await loggedApp()
  for (const id of ['first', 'second']) {
    await carryRequestId(id, () => jobs.send(db, 'send-message', [{ outboxEntryId: 7 }]))
  }
  await jobs.send(db, 'send-message', [{ outboxEntryId: 7 }])
  const found = await readJobs()
  expect(found).toMatchObject([
    { name: 'send-message', data: { outboxEntryId: 7, requestId: 'first' }, key: '7' },
  ])
})

test('jobs started by a sweep carry the id of the sweep', async () => {
  const { db, jobs, readJobs } = await loggedApp()
  await jobs.send(db, 'sweep', [{}])
  const asked: (string | undefined)[] = []
  await jobs.runDue({
    ...({} as JobHandlers),
    async sweep() {
      asked.push(currentRequestId())
      await jobs.send(db, 'sync-subscriber', [{ userId: 5 }])
    },
    async 'sync-subscriber'(payload) {
      expect(payload).toEqual({ userId: 5 })
      asked.push(currentRequestId())
    },
  })
  const [sweep, sync] = await readJobs()
  expect([sweep!.data, sync!.data]).toEqual([{}, { userId: 5, requestId: sweep!.id }])
  expect(asked).toEqual([sweep!.id, sweep!.id])
})

test('a form that is posted without scripts is answered with the id under which its mail goes', async () => {
  const { app, db, readJobs } = await loggedApp({ pages: builtPages })
  const event = await buildEvent(db)
  const { firstName, lastName, email } = registrationBody()
  const answer = await app.inject({
    method: 'POST',
    url: `/events/${event.slug}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://localhost',
      host: 'localhost',
    },
    payload: new URLSearchParams({ firstName, lastName, email }).toString(),
  })
  expect(answer.statusCode).toBe(200)
  const [job] = (await readJobs()).filter(({ name }) => name === 'send-message')
  expect(job!.data.requestId).toBe(answer.headers['x-request-id'])
})

/** Starts a site with a webhook for registrations and moved events. */
async function siteWithWebhook(options?: Options) {
  const site = await loggedSite(webhookStage, options)
  const told = await site.receiver(['registration.created', 'event.moved'])
  const tick = everySecond(site.app.deps)
  async function runAll() {
    do await site.jobs.runDue(site.handlers)
    while ((await tick()) > 0)
  }
  await tick()
  return { ...site, told, runAll }
}

test('one registration goes by one id: in its answer, its mail, its job and the call of a webhook, and in the lines of all', async () => {
  const server = await startMailServer()
  const { app, db, logged, runAll, told } = await siteWithWebhook({
    config: { smtpUrl: server.url },
  })
  const event = await buildEvent(db)
  const answer = await app.inject(register(event.id, 'thandi@example.com'))
  const requestId = String(answer.headers['x-request-id'])
  await runAll()
  expect(told.requestIds).toEqual([requestId])
  expect(told.counts().refused).toBe(0)
  const [call] = await told.deliveries()
  const lines = logged().filter((line) => line.requestId === requestId)
  expect(lines).toMatchObject([
    { msg: 'answered', status: 200 },
    { msg: 'mail sent' },
    { msg: 'job done', queue: 'send-message' },
    { msg: 'webhook called', webhookId: told.id, deliveryId: call!.id, attempt: 1, status: 204 },
  ])
  expect(told.heard[0]!.body).not.toContain(requestId)
  expect(JSON.stringify(logged())).not.toContain(new URL(told.url).pathname)
})

test('a try that fails is logged under the id that every try carries, also the one that gets through', async () => {
  const { app, db, logged, runAll, told, later } = await siteWithWebhook()
  const event = await buildEvent(db)
  told.behave({ status: 500 })
  const answer = await app.inject(register(event.id, 'thandi@example.com'))
  const requestId = String(answer.headers['x-request-id'])
  await runAll()
  told.behave({ status: 204 })
  await later(60_000)
  expect(told.requestIds).toEqual([requestId, requestId])
  const lines = logged().filter((line) => line.msg.startsWith('webhook '))
  expect(lines).toMatchObject([
    { msg: 'webhook not reached', requestId, attempt: 1, status: 500, failure: 'status' },
    { msg: 'webhook called', requestId, attempt: 2, status: 204 },
  ])
})

test('a connection keeps no id after its transaction, and registrations at the same time keep theirs apart', async () => {
  const { app, db, runAll, told } = await siteWithWebhook()
  const event = await buildEvent(db)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      app.inject(register(event.id, `person-${index}@example.com`)),
    ),
  )
  const time = { eventTime: '2026-12-11T16:00:00Z', eventEndTime: '2026-12-11T17:00:00Z' }
  for (const { id } of [event, await buildEvent(db)]) {
    await editEvent(db, id, time)
  }
  await runAll()
  const sent = told.heard.map(({ type }, index) => `${type} ${told.requestIds[index]}`)
  expect(sent.toSorted()).toEqual([
    'event.moved undefined',
    'event.moved undefined',
    ...answers
      .map(({ headers }) => `registration.created ${String(headers['x-request-id'])}`)
      .toSorted(),
  ])
})

test('only while a webhook is on does a registration tell the database its id', async () => {
  const { app, db, told, admin } = await siteWithWebhook()
  const event = await buildEvent(db)
  const tick = everySecond(app.deps)
  const noted = noteStatements()
  const tellings = async (email: string) => {
    noted.length = 0
    expect((await app.inject(register(event.id, email))).statusCode).toBe(200)
    return noted.filter((name) => name.includes('set_config')).length
  }
  expect(await tellings('first@example.com')).toBe(1)
  await admin.call(switchWebhook, { params: { id: told.id }, body: { isOn: false } })
  await tick()
  expect(await tellings('second@example.com')).toBe(0)
})
