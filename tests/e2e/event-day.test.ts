import { signWebhook } from '#tests/support/sign-webhook.ts'
import { openZoomStandIn } from '#tests/support/zoom-stand-in.ts'
import { openRoom, roomUrl, openEventStage } from './support/event-day.ts'
import { signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'
import { callAsAdmin, openMailLink } from './support/mail.ts'

test('join links work while an event starts early and runs over, and open the room without a Zoom registration', async ({
  page,
  startOwn,
}) => {
  test.slow()
  const zoom = await openZoomStandIn()
  const webinar = zoom.addWebinar('81234567890', { capacity: 0 })
  const { own, adminCalls, at, instant, create, register } = await openEventStage(
    startOwn,
    zoom.env,
  )
  const event = await create({ title: 'The ports at night', webinarId: '81234567890', roomUrl })
  const { joinPath } = await register(event.id)
  await expect
    .poll(async () => (await adminCalls.get('/api/admin/seats?state=failed')).text(), {
      timeout: 60_000,
    })
    .toContain('The webinar is full')
  async function sendWebhook(name: string, now: Date) {
    const object = { id: 81_234_567_890 }
    const body = { event: name, event_ts: now.getTime(), payload: { object } }
    const { payload, headers } = signWebhook(body, { now })
    const answer = await adminCalls.post('/api/webhooks/zoom', { data: payload, headers })
    expect(answer.status()).toBe(200)
  }
  await openRoom(page)

  await page.clock.install({ time: at('15:20:00') })
  await openMailLink(page, own.url + joinPath)
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(title('You are registered')).toBeVisible()
  await sendWebhook('webinar.started', at('15:25:00'))
  await page.clock.fastForward('00:36')
  await page.getByRole('button', { name: 'Join Google Meet' }).click()
  await expect(page).toHaveURL(roomUrl)

  // After the planned end, and after the half hour in which the room stays open.
  await page.clock.setFixedTime(at('17:50:00'))
  await openPage(page, `${own.url}/`)
  const card = page.getByRole('article', { name: 'The ports at night' })
  await expect(card.getByText('Live now')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(card.getByText('Recording Processing')).toBeHidden()
  await card.getByRole('link', { name: 'The ports at night' }).click()
  await expect(title('The ports at night')).toBeVisible()
  await expect(page.getByText('Live now')).toBeVisible()
  await page.getByRole('button', { name: 'Join now' }).click()
  await expect(page).toHaveURL(roomUrl)
  await sendWebhook('webinar.ended', at('17:55:00'))
  await openMailLink(page, own.url + joinPath)
  await expect(title('This event has ended')).toBeVisible()

  // Attendance: first by the pressed link, then by Zoom's report, once the app may read it.
  zoom.behave({ refuses: [400, { code: 200, message: 'No permission.' }] })
  await page.clock.setFixedTime(at('19:00:00'))
  const admin = await callAsAdmin(own)
  const reportIs = (state: string) =>
    expect
      .poll(async () => (await admin.get('/api/admin/figures')).text(), { timeout: 60_000 })
      .toContain(`"state":"${state}"`)
  await reportIs('failed')
  await signIn(page, own)
  await page.goto(`${own.url}/admin/statistics`)
  const line = page.getByRole('listitem', { name: 'The ports at night' })
  const fact = (name: string) =>
    line.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(fact('Registered')).toHaveText('1')
  await expect(fact('Attended')).toHaveText('1 (100 %)')
  await expect(fact('Average attendance')).toHaveText('not known')
  await expect(line.getByText('Zoom refuses reports', { exact: false })).toBeVisible()
  await expectNoAxeViolations(page)
  zoom.behave('well')
  const participant = {
    join_time: instant('15:25:00').toISOString(),
    leave_time: instant('17:55:00').toISOString(),
  }
  webinar.instances.push({
    uuid: '/ports//==',
    start_time: participant.join_time,
    participants: [participant],
    isReported: true,
  })
  await line.getByRole('button', { name: 'Request the report again' }).click()
  await reportIs('ready')
  await page.reload()
  await expect(line.getByText('1 meeting visit without a registration')).toBeVisible()
  await expect(fact('Attended')).toHaveText('1 (100 %)')
  await admin.dispose()
  await zoom.close()
})
