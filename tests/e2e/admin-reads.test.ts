import { openDashboard, statOf } from './support/admin-dashboard.ts'
import { createElsewhere, dateAhead, eventFields } from './support/event-editor.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { newPerson } from './support/landing.ts'

test('Refresh after the session ended shows the login, and no figures of the public answer', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  await openDashboard(page, greenroom)
  const total = statOf(page, 'Totals', 'Total Events')
  await expect(total).not.toHaveText('0')
  await page.waitForLoadState('networkidle')
  const before = (await total.textContent()) ?? ''
  await page.request.post('/api/admin/logout')

  const status = await holdCalls(page, '**/api/auth/status')
  const events = page.waitForResponse('**/api/events')
  const asked = page.waitForRequest('**/api/auth/status')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await (await events).finished()
  await asked
  await expect(total).toHaveText(before)
  status.letGo()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
})

test('on focus only the session is refetched', async ({ page, startOwn }) => {
  // Zoom and MailerLite are not configured, so their work waits permanently.
  const own = await startOwn()
  await page.clock.install()
  await openDashboard(page, own)
  await createElsewhere(page, own, {
    ...eventFields,
    status: 'upcoming',
    eventDate: dateAhead(),
    eventTime: `${dateAhead()}T18:00:00+02:00`,
    dateConfirmed: true,
    webinarId: '85012345678',
  })
  const events = await (await page.request.get(`${own.url}/api/events`)).json()
  const { id } = events.find(({ title }: { title: string }) => title === eventFields.title)
  const data = { ...newPerson(), eventIds: [id], receiveUpdates: true }
  await page.request.post(`${own.url}/api/register-multi-event`, { data })
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  for (const [room, shown] of [
    ['', 'All Registrations'],
    ['/people/zoom', 'Waiting'],
    ['/people/mailerlite', 'MailerLite is not connected'],
    ['/email/sent', 'Not sent (no mail server)'],
  ]) {
    await page.goto(`${own.url}/admin${room}`)
    await expect(page.getByText(shown!, { exact: false }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    read.length = 0
    const status = page.waitForResponse('**/api/auth/status')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await (await status).finished()
    await page.clock.runFor(120_000)
    const still = ['/api/auth/status', '/api/admin/messages', '/api/admin/troubles']
    expect(read.filter((path) => !still.includes(path))).toEqual([])
  }
})
