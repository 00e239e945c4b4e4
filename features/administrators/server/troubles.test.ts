import { expect, test } from 'vitest'
import { listTroubles, type Trouble } from '#features/administrators/contract.ts'
import { retryOutboxEntries } from '#features/mails/contract.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { testApp } from '#tests/support/test-app.ts'
import { startZoomServer } from '#tests/support/zoom-server.ts'

async function readTroubles(app: Pick<Awaited<ReturnType<typeof testApp>>, 'asAdmin'>) {
  const { status, body } = await (await app.asAdmin()).call(listTroubles)
  expect(status).toBe(200)
  return body.troubles
}

const kindsOf = (troubles: Trouble[]) => troubles.map(({ kind }) => kind)
const smtpUrl = 'smtp://mail.example.org:587'
const backup: LiveSettings['backup'] = { kind: 'folder', folder: '/copies' }

test('an unreachable mail server is on the dashboard until it accepts mails', async () => {
  const stage = await mailStage()
  const event = await stage.build()
  const { host } = new URL(stage.server.url)
  expect(await readTroubles(stage)).toEqual([])

  await stage.server.close()
  await stage.register('zola', event.id)
  await stage.runJobs()
  const [trouble, ...others] = await readTroubles(stage)
  expect(others).toEqual([])
  expect(trouble).toEqual({
    kind: 'mail_failing',
    message: `The mail server does not answer at ${host}. 1 email waits.`,
    to: '/admin/email/sent?state=waiting',
    way: 'View sent email',
    reason: expect.stringContaining('ECONNREFUSED'),
  })

  await stage.server.open()
  const body = { state: 'waiting' as const }
  const again = await (await stage.asAdmin()).call(retryOutboxEntries, { body })
  expect(again.body).toEqual({ mails: 1 })
  await stage.runJobs()
  expect(await readTroubles(stage)).toEqual([])
})

test('a dead mailbox is no trouble of the site, a mail refused for its words is', async () => {
  const stage = await mailStage()
  const event = await stage.build()
  stage.server.refuse('gone@example.com', '550 5.1.1 Unknown user')
  await stage.register('gone', event.id)
  await stage.runJobs()
  expect(await readTroubles(stage)).toEqual([])

  stage.server.behave(554)
  await stage.register('zola', event.id)
  await stage.runJobs()
  const troubles = await readTroubles(stage)
  expect(troubles).toMatchObject([
    {
      kind: 'mail_failing',
      to: '/admin/email/sent?state=failed',
      reason: expect.stringMatching(/554/),
    },
  ])
  expect(troubles[0]!.message).toContain('1 email failed.')
})

test('without a mail server an event that people wait for is a trouble, the sample series is none', async () => {
  const app = await testApp()
  await buildEvent(app.db, { isSample: true })
  await buildEvent(app.db, { status: 'completed' })
  expect(await readTroubles(app)).toEqual([])
  await buildEvent(app.db, { title: 'Later', eventTime: '2026-12-12T16:00:00.000Z' })
  await buildEvent(app.db, { title: 'Salt' })
  const troubles = await readTroubles(app)
  expect(troubles).toMatchObject([{ kind: 'mail_not_set', to: '/admin/settings#services' }])
  expect(troubles[0]!.message).toContain('for “Salt” and 1 other.')
  app.clock.set('2026-12-20T00:00:00Z')
  expect(await readTroubles(app)).toEqual([])
})

test('an event in Zoom is a trouble while Zoom is not set up, unless it has a room as well', async () => {
  const app = await testApp({ config: { smtpUrl } })
  const lost = await buildEvent(app.db, { title: 'Salt' })
  const kept = await buildEvent(app.db, { roomUrl: 'https://meet.example.org/salt' })
  for (const { id } of [lost, kept]) {
    await app.db.insert(zoomWebinarMappings).values({ eventId: id, webinarId: `8123456789${id}` })
  }
  const troubles = await readTroubles(app)
  expect(troubles).toMatchObject([
    { kind: 'zoom_not_set', to: `/admin/events/${lost.id}#roomUrl`, way: 'Add meeting link' },
  ])
  expect(troubles[0]!.message).toContain('join links for “Salt” will not work')

  const zoom = await startZoomServer()
  const set = await testApp({ config: { smtpUrl, zoom: zoom.config } })
  const { id: eventId } = await buildEvent(set.db)
  await set.db.insert(zoomWebinarMappings).values({ eventId, webinarId: '81234567890' })
  expect(await readTroubles(set)).toEqual([])
})

test('late backups are reported with the error, to administrators only', async () => {
  const app = await testApp({ config: { smtpUrl, backup } })
  expect(await readTroubles(app)).toEqual([
    {
      kind: 'copies_late',
      message: 'There is no good backup yet.',
      to: '/admin/settings#copies',
      way: 'View backups',
      reason: null,
    },
  ])
  expect(kindsOf(await readTroubles(await testApp({ config: { smtpUrl } })))).toEqual([])
  expect((await app.newCaller().call(listTroubles)).status).toBe(401)
})
