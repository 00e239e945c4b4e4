import { expect, test } from 'vitest'
import {
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { consentBox, consentWording } from '#features/registrations/rules.ts'
import { exportPerson, mergePerson, readPerson } from '#features/people/contract.ts'
import { getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import type { ConsentKind } from '#kernel/site.ts'
import { consents } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const person = { firstName: 'Zola', lastName: 'Khumalo', email: 'zola@example.com' }
const onHost = { host: 'lights.example', origin: 'http://lights.example' }

async function seriesWith(consent?: ConsentKind, options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  const admin = await app.asAdmin()
  if (consent) {
    const { content, version } = (await admin.call(getSiteContent)).body
    const series = { ...content.series, consent }
    await admin.call(saveSiteDraft, { body: { content: { ...content, series }, version } })
    const body = { version: (await admin.call(getSiteContent)).body.version }
    const { status } = await admin.call(publishSite, { body })
    if (status !== 200) throw new Error('the consent of the series was not published')
  }
  const agreed = async () =>
    (await app.db.select().from(consents)).map((row) => [
      row.receiveUpdates,
      row.receiveEventInvites,
      row.wordingVersion,
      row.wording,
    ])
  return { ...app, admin, agreed }
}

const byNotice = [true, true, consentWording.version, consentWording.text]
const byBox = [true, true, consentBox.version, consentBox.text]
const shown = { consentShown: 'box' } as const

/** Sends each public form, with the fields of a form that showed the box or the notice. */
async function sendForms(app: Awaited<ReturnType<typeof seriesWith>>, fields: object) {
  const event = await buildEvent(app.db)
  const planned = await buildEvent(app.db, { status: 'pre_registration' })
  const of = (name: string) => ({ ...person, email: `${name}@example.com`, ...fields })
  const sent = { receiveEventInvites: true, receiveUpdates: true }
  const answers = [
    await app.call(registerForEvents, { body: { ...sent, ...of('one'), eventIds: [event.id] } }),
    await app.call(requestVideoAccess, {
      body: { receiveEventInvites: true, ...of('two'), eventId: event.id },
    }),
    await app.call(preRegister, { body: { ...of('three'), eventId: planned.id } }),
    await app.call(registerForFutureEvents, { body: of('four') }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
}

test('under the notice, every form stores a consent with the text that was shown', async () => {
  const app = await seriesWith()
  await sendForms(app, {})
  expect(await app.agreed()).toEqual([byNotice, byNotice, byNotice, byNotice])
})

test('with the box, a form agrees only if it is ticked', async () => {
  const app = await seriesWith('box')
  await sendForms(app, { ...shown, receiveUpdates: false })
  expect(await app.agreed()).toEqual([])
  const rows = await app.db.select().from(eventRegistrations)
  expect(rows.map(({ receiveUpdates }) => receiveUpdates)).toEqual([false, false, false])
  await sendForms(app, { ...shown, receiveUpdates: true })
  expect(await app.agreed()).toEqual([byBox, byBox, byBox, byBox])
})

test('a form that still showed the notice agrees to nothing once the series asks by the box', async () => {
  const app = await seriesWith('box')
  await sendForms(app, {})
  expect(await app.agreed()).toEqual([])
})

test('the box is on the form without scripts, unticked, and is sent', async () => {
  const app = await seriesWith('box', { pages: builtPages })
  const { slug } = await buildEvent(app.db, { title: 'Tonight', slug: 'tonight' })
  const page = (await app.send({ url: `/events/${slug}`, headers: onHost })).body
  expect(page).toContain(consentBox.text)
  expect(page).not.toContain(consentWording.text)
  expect(/<input[^>]*name="receiveUpdates"[^>]*>/.exec(page)?.[0]).not.toContain('checked=""')
  const post = (fields: Record<string, string>) =>
    app.send({
      method: 'POST',
      url: `/events/${slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...onHost },
      payload: new URLSearchParams({ ...person, ...fields }).toString(),
    })
  expect((await post({})).statusCode).toBe(200)
  expect(await app.agreed()).toEqual([])
  expect((await post({ receiveUpdates: 'on' })).statusCode).toBe(200)
  expect(await app.agreed()).toEqual([byBox])
})

test('the text that was shown is on the page of the person, in the export, and survives a merge', async () => {
  const app = await seriesWith('box')
  await app.call(registerForFutureEvents, { body: { ...person, ...shown, receiveUpdates: true } })
  const other = await buildPerson(app.db)
  await app.call(registerForFutureEvents, {
    body: { ...person, email: other.email, ...shown, receiveUpdates: true },
  })
  const rows = await app.db.select().from(people)
  const keyOf = (email: string) => rows.find((row) => row.email === email)!.key
  const params = { key: keyOf(person.email) }
  const { body } = await app.admin.call(readPerson, { params })
  expect(body.consents).toMatchObject([{ wording: consentBox.text }])
  const exported = await app.admin.call(exportPerson, { params })
  expect(JSON.stringify(exported.body)).toContain(consentBox.text)
  const merged = await app.admin.call(mergePerson, { params, body: { into: keyOf(other.email) } })
  expect(merged.status).toBe(200)
  expect(await app.agreed()).toEqual([byBox])
})
