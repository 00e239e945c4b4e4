import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import { listEvents, removeSampleSeries } from '#features/events/contract.ts'
import * as contract from '#features/setup/contract.ts'
import { digestMailPlace } from '#features/settings/server/try-mail.ts'
import { getSite, getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import type { Site } from '#kernel/site.ts'
import { setupSteps } from '#kernel/values.ts'
import { auditLog, backups } from '#schema/platform.ts'
import { settings } from '#schema/settings.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Admin = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['asAdmin']>>

/** Changes and publishes the site's content as the setup guide does. */
async function publish(admin: Admin, change: (content: Site) => unknown) {
  const { body } = await admin.call(getSiteContent)
  const content = change(structuredClone(body.content)) as Record<string, unknown>
  const saved = await admin.call(saveSiteDraft, { body: { content, version: body.version } })
  expect(saved.status).toBe(200)
  const { version } = saved.body
  expect((await admin.call(publishSite, { body: { version, note: '' } })).status).toBe(200)
}

async function statesOf(admin: Admin) {
  const { steps } = (await admin.call(contract.getSetup)).body
  return Object.fromEntries(steps.map(({ step, state }) => [step, state]))
}

test('a fresh site has all steps open, and the first visit of the guide is marked once', async () => {
  const app = await testApp()
  const [admin, other] = [await app.asAdmin(), await app.asAdmin()]
  const fresh = (await admin.call(contract.getSetup)).body
  expect(fresh.steps).toEqual(setupSteps.map((step) => ({ step, state: 'open' })))
  expect(fresh).toMatchObject({ isNew: true, isDismissed: false, sample: { hasContent: true } })
  const opened = await admin.call(contract.markSetup, { body: { mark: 'opened', isSet: true } })
  expect(opened.body.isNew).toBe(false)
  expect((await other.call(contract.getSetup)).body.isNew).toBe(false)
  const wrong = await admin.call(contract.markSetup, { body: { mark: 'lamp', isSet: true } })
  expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'mark'])
})

test('a step is done by what is there, whoever did it, and only what is skipped or dismissed is kept', async () => {
  const config = { backup: { kind: 'folder', folder: '/nowhere' } as const, publicUrl: undefined }
  const app = await testApp({ config: { ...config, smtpUrl: 'smtp://127.0.0.1:1' } })
  const admin = await app.asAdmin()
  const mark = (body: { mark: 'dismissed' | 'look' | 'mail'; isSet: boolean }) =>
    admin.call(contract.markSetup, { body })
  await mark({ mark: 'look', isSet: true })
  await mark({ mark: 'mail', isSet: true })
  await mark({ mark: 'mail', isSet: true })
  expect(await statesOf(admin)).toMatchObject({ look: 'skipped', mail: 'skipped', series: 'open' })
  await publish(admin, (content) => ({
    ...content,
    series: { ...content.series, name: 'Climate at noon', privacyUrl: undefined },
    pages: { privacy: '# Privacy' },
  }))
  await buildEvent(app.db)
  const at = new Date('2026-12-01T03:00:00Z')
  const copy = { madeAt: at, endedAt: at, name: 'one', people: 0 }
  await app.db.insert(backups).values(copy)
  const noteTry = (smtpUrl: string) => {
    const details = { isGood: true, place: digestMailPlace(smtpUrl) }
    return app.db.insert(auditLog).values({ action: 'settings_tried', subject: 'mail', details })
  }
  // The settings were changed after the test.
  const updatedAt = new Date('2026-12-01T04:00:00Z')
  await app.db.insert(settings).values({ name: 'BACKUP_URL', value: 'elsewhere', updatedAt })
  await noteTry('smtp://127.0.0.2:1')
  expect(await statesOf(admin)).toMatchObject({ mail: 'skipped', copies: 'open' })
  await app.db.insert(backups).values({ ...copy, madeAt: updatedAt })
  await noteTry('smtp://127.0.0.1:1')
  expect(await statesOf(admin)).toEqual({
    series: 'done',
    look: 'skipped',
    address: 'open',
    mail: 'done',
    privacy: 'done',
    copies: 'done',
    event: 'done',
  })
  await mark({ mark: 'look', isSet: false })
  expect(await statesOf(admin)).toMatchObject({ look: 'open' })
  expect((await mark({ mark: 'dismissed', isSet: true })).body.isDismissed).toBe(true)
  const { entries } = (await admin.call(listAuditLog)).body
  const said = entries.filter(({ action }) => action === 'setup_marked')
  expect(said.map(({ subject }) => subject)).toEqual([
    'Setup card: hidden',
    'Look: shown again',
    'Email: skipped',
    'Look: skipped',
  ])
})

test.each([
  ['https://talks.example.org', 'done'],
  ['http://localhost:3000', 'open'],
  ['http://192.168.1.20', 'open'],
  ['https://greenroom.local', 'open'],
])('the public address %s leaves its step %s', async (publicUrl, state) => {
  const app = await testApp({ config: { publicUrl } })
  expect(await statesOf(await app.asAdmin())).toMatchObject({ address: state })
})

test('a proxy that is not believed is noticed', async () => {
  const app = await testApp()
  const admin = await app.asAdmin()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const { way } = (await admin.call(contract.getSetup, { headers })).body
  expect(way).toEqual({ isForwarded: true, trustsProxy: false })
  expect((await admin.call(contract.getSetup)).body.way.isForwarded).toBe(false)
})

test('a copy is asked for where there is a place for it, once while one is under way', async () => {
  const app = await testApp()
  const admin = await app.asAdmin()
  expect((await admin.call(contract.askForCopy)).status).toBe(409)
  const other = await testApp({
    config: { backup: { kind: 'folder', folder: '/nowhere' } },
  })
  const again = await other.asAdmin()
  expect((await again.call(contract.askForCopy)).status).toBe(200)
  expect((await again.call(contract.askForCopy)).status).toBe(200)
  const { rows } = await other.db.execute(
    `select from jobs.job where name = 'make-backup' and state = 'created'`,
  )
  expect(rows).toHaveLength(1)
})

test('the sample goes with its events and what it said on the pages, and what is one’s own stays', async () => {
  const app = await testApp()
  const admin = await app.asAdmin()
  const own = await buildEvent(app.db)
  const sample = await buildEvent(app.db, { isSample: true })
  const person = await buildPerson(app.db)
  await buildRegistration(app.db, { userId: person.id, eventId: sample.id })
  const quote = { quote: 'Every word of it.', name: 'Ida Wells', title: 'Reader' }
  await publish(admin, (content) => ({
    ...content,
    series: { ...content.series, name: 'Climate at noon' },
    testimonials: [quote, ...content.testimonials],
    look: { ...content.look, accent: '#1f5793' },
  }))
  const refused = await admin.call(removeSampleSeries)
  expect([refused.status, refused.body]).toMatchObject([409, { registrations: 1, events: 1 }])
  expect((await app.call(getSite)).body.testimonials).toHaveLength(7)
  const url = '/api/admin/sample-series?registrations=1'
  const removed = await admin.send({ method: 'DELETE', url })
  expect(removed.json()).toEqual({ events: 1, registrations: 1 })

  const left = (await app.call(getSite)).body
  expect(left).toMatchObject({ sample: false, testimonials: [quote], partners: [], supporters: [] })
  expect([left.series.name, left.share.title, left.look.accent]).toEqual([
    'Climate at noon',
    'Climate at noon',
    '#1f5793',
  ])
  expect(JSON.stringify(left)).not.toMatch(/House Lights|Hartmann|founder|evening|example\.com/i)
  const events = (await admin.call(listEvents)).body
  expect(events.map(({ id }) => id)).toEqual([own.id])
  const nothing = (await admin.call(removeSampleSeries)).body
  expect(nothing).toEqual({ events: 0, registrations: 0 })
  const { sample: gone } = (await admin.call(contract.getSetup)).body
  expect(gone).toEqual({ events: 0, registrations: 0, hasContent: false })
})
