import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '#features/api-keys/contract.ts'
import { digest } from '#features/api-keys/server/keys.ts'
import { listAuditLog } from '#features/administrators/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { apiScopes, type ApiScope } from '#kernel/api-scopes.ts'
import { outboxEntries, heldMails } from '#schema/mails.ts'
import { consents } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { repeatableWrites } from '#schema/api-keys.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { apiClient, writeClientTypes } from '#tests/support/api-client.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  registrationBody,
} from '#tests/support/builders.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { testApp } from '#tests/support/test-app.ts'

async function programStage(scopes: readonly ApiScope[] = apiScopes) {
  const app = await testApp()
  const admin = await app.asAdmin()
  const made = await admin.call(createApiKey, { body: { name: 'CRM', scopes: [...scopes] } })
  expect(made.status).toBe(200)
  return { ...app, admin, key: made.body.key, program: apiClient(app, made.body.key) }
}

const newEvent = {
  title: 'From field to cup',
  speakerName: 'Naledi Dube',
  speakerTitle: 'Founder',
  description: 'An hour of honest conversation.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

test('the document of programs passes the rules that Redocly recommends, and holds nothing that it does not use', async () => {
  const { app } = await testApp()
  const text = (await app.inject('/api/v1/openapi.json')).body
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-api-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, text)
  const lint = ['lint', '--extends', 'recommended', '--format', 'stylish', file]
  const { code, output } = await runCommand({
    args: ['node_modules/@redocly/cli/bin/cli.js', ...lint],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    limitSeconds: 60,
  })
  expect([code, output]).toEqual([0, expect.stringMatching(/is valid/)])
  expect(output).not.toMatch(/You have \d+ warning/)
  const paths = Object.keys(JSON.parse(text).paths)
  expect(paths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
})

test('the types of the client in tests are those that openapi-typescript makes of the document', async () => {
  const { app } = await testApp()
  const document = (await app.inject('/api/v1/openapi.json')).json<object>()
  const types = await writeClientTypes(document)
  await expect(types).toMatchFileSnapshot('../../../tests/support/api-v1-types.ts')
})

test('a program with a client of the document does what a month asks of it', async () => {
  const { program, db, clock, admin, runJobs } = await programStage()
  const made = await program.POST('/api/v1/events', {
    body: { ...newEvent, publishAt: 'draft', status: 'upcoming', dateConfirmed: true },
  })
  expect(made.data).toMatchObject({ title: newEvent.title, startsAt: null, publishAt: 'draft' })
  const { id, updatedAt } = made.data!
  const opened = await program.PATCH('/api/v1/events/{id}', {
    params: { path: { id } },
    body: {
      startsAt: '2026-12-20T18:00:00+02:00',
      endsAt: '2026-12-20T17:00:00Z',
      publishAt: '',
      updatedAt,
    },
  })
  const times = { date: '2026-12-20', startsAt: '2026-12-20T16:00:00.000Z', publishAt: null }
  expect(opened.data).toMatchObject({ ...times, endsAt: '2026-12-20T17:00:00.000Z' })

  const emails = Array.from({ length: 30 }, (_, number) => `guest${number}@example.com`)
  for (const email of emails) {
    const { data, response } = await program.POST('/api/v1/registrations', {
      body: { firstName: 'Thandi', lastName: 'Nkosi', email, eventId: id, receiveUpdates: true },
    })
    expect([response.status, data]).toEqual([
      200,
      expect.objectContaining({ eventId: id, isNew: true, registrationType: 'confirmed' }),
    ])
  }
  const kinds = await db.select({ kind: outboxEntries.kind }).from(outboxEntries)
  expect(kinds.filter(({ kind }) => kind === 'registration_confirmed')).toHaveLength(30)
  expect(await db.select({ source: consents.source }).from(consents)).toEqual(
    emails.map(() => ({ source: 'api' })),
  )
  await runJobs()

  const read: string[] = []
  for (let cursor: string | undefined; ;) {
    const query = { limit: 7, eventId: id, ...(cursor && { cursor }) }
    const { data } = await program.GET('/api/v1/registrations', { params: { query } })
    read.push(...data!.data.map(({ email }) => email))
    // A registration made while the pages are read appears once, at the end.
    if (read.length === 7) {
      const body = registrationBody({ eventIds: [id], email: 'late@example.com' })
      await admin.call(registerForEvents, { body })
    }
    if (data!.nextCursor === null) break
    cursor = data!.nextCursor
  }
  expect(read).toEqual([...emails, 'late@example.com'])

  const moved = await program.PATCH('/api/v1/events/{id}', {
    params: { path: { id } },
    body: { startsAt: '2026-12-21T16:00:00Z', endsAt: null, updatedAt: opened.data!.updatedAt },
  })
  expect(moved.data).toMatchObject({ date: '2026-12-21', endsAt: null })
  // Mails can be stopped for two minutes, as after a save in the admin area.
  expect((await db.select().from(heldMails)).map(({ eventId }) => eventId)).toContain(id)

  const log = (await admin.call(listAuditLog)).body
  expect(log.entries.map(({ action, details }) => [action, details.keyName])).toEqual(
    expect.arrayContaining([
      ['event_created', 'CRM'],
      ['event_changed', 'CRM'],
    ]),
  )

  clock.set('2027-01-05T08:00:00Z')
  const { data: figures } = await program.GET('/api/v1/figures', {})
  expect(figures).toEqual({
    data: [
      {
        eventId: id,
        title: newEvent.title,
        confirmed: 31,
        preRegistered: 0,
        attendance: null,
        watched: null,
      },
    ],
    nextCursor: null,
  })
})

test('a write is carried out once for each Idempotency-Key, and the same answer given again', async () => {
  const { key, send, db, clock } = await programStage()
  const { id: eventId } = await buildEvent(db)
  const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'once@example.com', eventId }
  const post = (payload: object, name = 'order-1') =>
    send({
      method: 'POST',
      url: '/api/v1/registrations',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': name },
      payload,
    })
  const first = await post(person)
  const again = await post({ ...person, email: ' ONCE@example.com ' })
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body])
  expect(first.json()).toMatchObject({ isNew: true })
  expect((await post(person, 'order-2')).json()).toMatchObject({ isNew: false })
  const other = await post({ ...person, firstName: 'Sipho' })
  expect([other.statusCode, other.json().errors[0].field]).toEqual([422, 'Idempotency-Key'])
  for (const name of ['', 'with space', 'x'.repeat(256)]) {
    const wrong = await post(person, name)
    expect([name, wrong.statusCode, wrong.json().errors[0].field.toLowerCase()]).toEqual([
      name,
      400,
      'idempotency-key',
    ])
  }
  // A refused write stored nothing, so the same key can be used again.
  const refused = { ...person, eventId: 99_999 }
  const unknown = await post(refused, 'order-3')
  expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([404, 'eventId'])
  expect((await post(refused, 'order-3')).statusCode).toBe(404)
  expect(await db.$count(users)).toBe(1)
  // The claiming process died before its transaction committed: the write runs after the timeout, not
  // before.
  await db
    .update(repeatableWrites)
    .set({ answer: null, claim: 'of a dead node' })
    .where(eq(repeatableWrites.nameHash, digest('order-1')))
  await db.delete(users)
  const early = await post(person)
  expect([early.statusCode, early.headers['retry-after']]).toEqual([409, '2'])
  clock.set(new Date(clock.now().getTime() + 6 * 60_000))
  expect((await post(person)).json()).toMatchObject({ isNew: true })
  // After one day the key can be used for another request.
  clock.set(new Date(clock.now().getTime() + 25 * 60 * 60 * 1000))
  expect((await post({ ...person, firstName: 'Sipho' })).statusCode).toBe(200)
})

test(
  'of many calls at once with one Idempotency-Key one is carried out, and the others are told so',
  { tags: 'postgres' },
  async () => {
    const { key, send, db } = await programStage()
    const create = () =>
      send({
        method: 'POST',
        url: '/api/v1/events',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'event-1' },
        payload: newEvent,
      })
    const answers = await Promise.all(Array.from({ length: 20 }, create))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    expect((await create()).body).toBe(done[0]!.body)
    const listed = await send({
      url: '/api/v1/events',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(listed.json().data).toHaveLength(1)
    expect(await db.$count(heldMails)).toBe(0)
  },
)

test('a wrong limit or cursor, a time that is none and a stale change are refused by their fields', async () => {
  const { key, send, db } = await programStage()
  const event = await buildEvent(db, { videoUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  const headers = { authorization: `Bearer ${key}` }
  for (const list of ['events', 'registrations', 'figures']) {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=', 'limit=1&limit=2']) {
      const { statusCode, body } = await send({ url: `/api/v1/${list}?${query}`, headers })
      expect([list, query, statusCode, body]).toEqual([
        list,
        query,
        400,
        expect.stringContaining('"field":"limit"'),
      ])
    }
    for (const query of ['cursor=', 'cursor=7', 'cursor=after-99999999999', 'cursor=after--1']) {
      const { statusCode, body } = await send({ url: `/api/v1/${list}?${query}`, headers })
      expect([list, query, statusCode, body]).toEqual([
        list,
        query,
        400,
        expect.stringContaining('"field":"cursor"'),
      ])
    }
  }
  const change = (payload: object) =>
    send({ method: 'PATCH', url: `/api/v1/events/${event.id}`, headers, payload })
  const wrong = await change({ startsAt: '18:00' })
  expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([400, 'startsAt'])
  const early = await change({ endsAt: '2026-12-10T15:00:00Z' })
  expect([early.statusCode, early.json().errors[0].field]).toEqual([400, 'endsAt'])
  const stale = await change({ title: 'Mine', updatedAt: '2026-01-01T00:00:00.000Z' })
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { updatedAt: event.updatedAt.toISOString(), changedFields: ['title'] },
  ])
  expect(stale.body + wrong.body).not.toContain('youtu')
})

test('programs read nothing that leads to a recording or into a room, and nothing of the erased', async () => {
  const { program, db } = await programStage()
  const event = await buildEvent(db, {
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
    roomUrl: 'https://meet.example/secret-room',
  })
  const person = await buildPerson(db)
  const known = await buildRegistration(db, { userId: person.id, eventId: event.id })
  const erased = await buildRegistration(db, { userId: null, eventId: event.id })
  const events = await program.GET('/api/v1/events', {})
  expect(JSON.stringify(events.data)).not.toMatch(/aqz-KE|secret-room/)
  const list = await program.GET('/api/v1/registrations', {})
  expect(list.data!.data.map(({ id }) => id)).toEqual([known.id])
  const gone = await program.GET('/api/v1/registrations/{id}', {
    params: { path: { id: erased.id } },
  })
  expect(gone.response.status).toBe(404)
  await db.delete(eventRegistrations).where(eq(eventRegistrations.id, known.id))
})
