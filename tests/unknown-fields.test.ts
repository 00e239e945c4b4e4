import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  changeAnnouncement,
  createAnnouncement,
  readAnnouncement,
} from '#features/announcements/contract.ts'
import { changeEvent, listEvents } from '#features/events/contract.ts'
import { readMailTexts, saveMailTexts } from '#features/mail-texts/contract.ts'
import { getSettings } from '#features/administrators/contract.ts'
import { saveSettings } from '#features/settings/contract.ts'
import { getSiteContent, saveSiteDraft } from '#features/site/contract.ts'
import { addWebhook, changeWebhook, listWebhooks } from '#features/webhooks/contract.ts'
import { type Endpoint, neededRole, unknownFieldRule } from '#kernel/endpoint.ts'
import { catalogue } from '#main/catalogue.ts'
import { buildEvent } from './support/builders.ts'
import { everyCaller, namedBy, type Caller, type CallerKind } from './support/callers.ts'
import { testApp } from './support/test-app.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** Yields bodies with one unknown field in each object of a schema, with the field's path. */
function* plantIn(schema: Schema, path: string): Generator<{ path: string; value: unknown }> {
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    yield* plantIn(option, path)
  }
  if (schema.items && !Array.isArray(schema.items)) {
    for (const { path: at, value } of plantIn(schema.items as Schema, `${path}0.`)) {
      yield { path: at, value: [value] }
    }
  }
  if (schema.type !== 'object' || schema.propertyNames) return
  yield { path: `${path}noSuchField`, value: { noSuchField: 1 } }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const { path: at, value } of plantIn(field as Schema, `${path}${name}.`)) {
      yield { path: at, value: { [name]: value } }
    }
  }
}

const describeBody = ({ body = z.object({}) }: Endpoint) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const byRule = (rule: ReturnType<typeof unknownFieldRule>) =>
  catalogue
    .filter((entry) => entry.method !== 'GET' && unknownFieldRule(entry) === rule)
    .map((entry) => [nameOf(entry), entry] as const)

function addressOf(path: string) {
  return path.replace(':kind', 'moved').replace(':area', 'mail').replace(/:\w+/g, '999')
}

test('calls of administrators refuse unknown fields but for those of the specification', () => {
  const ignoring = byRule('ignore').filter(([, { access }]) => neededRole(access))
  expect(ignoring.map(([name]) => name)).toEqual([
    'POST /api/admin/bulk-import-attendees',
    'POST /api/admin/bulk-import-video-access',
  ])
  expect(byRule('warn').every(([, { path }]) => path.startsWith('/api/v1/'))).toBe(true)
  expect(byRule('refuse').length).toBeGreaterThan(50)
})

describe('an unknown field', () => {
  let callers: Record<CallerKind, Caller>
  let close: () => Promise<unknown>
  beforeAll(async () => {
    callers = await everyCaller(await testApp({ onEnd: (end) => void (close = end) }))
  })
  afterAll(() => close())

  const send = ({ access, method, path }: Endpoint, payload: object) =>
    callers[namedBy(access)[0] ?? 'visitor'].send({ method, url: addressOf(path), payload })

  test.for(byRule('refuse'))('is refused and named at any depth by %s', async ([, entry]) => {
    const planted = [...plantIn(describeBody(entry), '')]
    const top = entry.body instanceof z.ZodArray ? '0.noSuchField' : 'noSuchField'
    expect(planted.map(({ path }) => path)).toContain(top)
    for (const { path, value } of planted) {
      const answer = await send(entry, value as object)
      const error = { field: path, message: `Unknown field "${path}"` }
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message: error.message, errors: [error] },
      ])
    }
  })

  test.for(byRule('refuse'))('is none that a reply of its own has, for %s', async ([, entry]) => {
    const isList = entry.body instanceof z.ZodArray
    const reply = z.toJSONSchema(entry.reply, { unrepresentable: 'any' })
    const row = isList ? (reply.items as Schema) : reply
    const replied = Object.fromEntries(Object.keys(row.properties ?? {}).map((name) => [name, 1]))
    const sent = { ...replied, noSuchField: 1 }
    const answer = await send(entry, isList ? [sent] : sent)
    expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      isList ? '0.noSuchField' : 'noSuchField',
    ])
  })

  test.for(byRule('warn'))('is named in a Warning header by %s', async ([, entry]) => {
    const answer = await send(entry, { 'no "Such"\nField': 1, other: 2 })
    expect(answer.headers.warning).toBe(
      String.raw`299 - "Unknown field \"no \"Such\"?Field\"", 299 - "Unknown field \"other\""`,
    )
    const fields = ((answer.json().errors ?? []) as { field: string }[]).map(({ field }) => field)
    expect(fields).not.toContain('other')
  })

  test.for(byRule('ignore'))('is ignored by the call %s', async ([, entry]) => {
    const answer = await send(entry, { noSuchField: 1 })
    expect(answer.body).not.toContain('noSuchField')
    expect(answer.headers.warning).toBeUndefined()
  })
})

test('many unknown fields are named 20 at a time', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const fields = Array.from({ length: 50 }, (_, index) => [`field${index}`, 1])
  const { status, body } = await admin.call(addWebhook, { body: Object.fromEntries(fields) })
  expect([status, body.errors?.length]).toEqual([400, 20])
})

test('an event can be read, changed and sent back whole', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'Before' })
  const [read] = (await admin.call(listEvents)).body
  const body = { ...read, title: 'After' }
  const changed = await admin.call(changeEvent, { params: { id: event.id }, body })
  expect([changed.status, changed.body.title]).toEqual([200, 'After'])

  const added = { url: 'https://hooks.example.org/one', events: ['registration.created'] }
  await admin.call(addWebhook, { body: added })
  const [webhook] = (await admin.call(listWebhooks)).body.webhooks
  const url = 'https://hooks.example.org/two'
  const moved = await admin.call(changeWebhook, {
    params: { id: webhook!.id },
    body: { ...webhook, url },
  })
  expect([moved.status, moved.body.url]).toEqual([200, url])

  const text = {
    topic: 'event',
    eventId: event.id,
    audience: { any: [{ kind: 'registered', eventId: event.id }] },
    subject: 'Before',
    body: 'Hello',
  }
  const params = { id: (await admin.call(createAnnouncement, { body: text })).body.id }
  const announcement = (await admin.call(readAnnouncement, { params })).body
  const rewritten = await admin.call(changeAnnouncement, {
    params,
    body: { ...announcement, subject: 'After' },
  })
  expect([rewritten.status, rewritten.body.subject]).toEqual([200, 'After'])
})

test('settings, site and mail texts that were read can be changed and sent back whole', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const readArea = async () =>
    (await admin.call(getSettings)).body.areas.find(({ area }) => area === 'retention')!
  const area = await readArea()
  const fields = area.fields.map((one) =>
    one.field === 'KEEP_AUDIT_MONTHS' ? { ...one, value: '7' } : one,
  )
  const params = { area: 'retention' }
  const saved = await admin.call(saveSettings, { params, body: { ...area, fields } })
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('"value":"7"')])
  expect((await admin.call(saveSettings, { params, body: await readArea() })).status).toBe(200)
  const foreign = await admin.call(saveSettings, { params, body: { MAIL_FROM: 'a@example.org' } })
  expect([foreign.status, foreign.body.errors]).toEqual([
    400,
    [{ field: 'MAIL_FROM', message: 'MAIL_FROM belongs to another area' }],
  ])

  const site = (await admin.call(getSiteContent)).body
  site.content.series.name = 'Climate at Noon'
  expect((await admin.call(saveSiteDraft, { body: site })).status).toBe(200)
  expect((await admin.call(getSiteContent)).body.content.series.name).toBe('Climate at Noon')

  const kind = { kind: 'registration_confirmed' }
  const texts = (await admin.call(readMailTexts, { params: kind })).body
  texts.words.subject = 'See you there'
  expect((await admin.call(saveMailTexts, { params: kind, body: texts })).status).toBe(200)
  const { version, words } = (await admin.call(readMailTexts, { params: kind })).body
  expect(words.subject).toBe('See you there')
  const again = { words, version, closing: 'Bye' }
  expect((await admin.call(saveMailTexts, { params: kind, body: again })).status).toBe(200)
  expect((await admin.call(readMailTexts, { params: kind })).body.words).toMatchObject({
    subject: 'See you there',
    closing: 'Bye',
  })
})

test('the API document says which bodies take no other field', async () => {
  const { send } = await testApp()
  const { paths } = (await send({ url: '/api/openapi.json' })).json()
  const bodyOf = (path: string, method: string) =>
    paths[path][method].requestBody.content['application/json'].schema
  expect(bodyOf('/api/admin/webhooks', 'post').additionalProperties).toBe(false)
  expect(bodyOf('/api/admin/bulk-import-attendees', 'post')).not.toHaveProperty(
    'additionalProperties',
  )
  expect(bodyOf('/api/register-multi-event', 'post')).not.toHaveProperty('additionalProperties')
})

test('an unknown field with a blank name is an error of the body', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  for (const name of ['', ' ']) {
    const { status, body } = await admin.call(addWebhook, { body: { [name]: 1 } as never })
    expect([status, body.errors?.[0]]).toEqual([
      400,
      { field: 'body', message: `Unknown field "${name}"` },
    ])
  }
})
