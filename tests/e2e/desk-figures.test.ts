import { dayInZone } from '#shared/event-time.ts'
import { createElsewhere, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/mail.ts'
import { expect, test } from './support/journey.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'

const zone = 'Africa/Johannesburg'
const halfAnHour = 30 * 60 * 1000

/** Soon, or a little ago where the day is almost over: an event lasts three hours. */
function someTimeToday() {
  const soon = new Date(Date.now() + halfAnHour)
  const isToday = dayInZone(soon, zone) === dayInZone(new Date(), zone)
  return isToday ? soon : new Date(Date.now() - halfAnHour)
}

test('on the day of an event the desk opens with its seats, and shows figures and the audit log', async ({
  page,
  startOwn,
}) => {
  const mailServer = await fickleMailServer()
  await mailServer.open()
  const greenroom = await startOwn({ SMTP_URL: mailServer.url, RATE_LIMITS: 'off' })
  await signIn(page, greenroom)
  const start = someTimeToday()
  const event = await createElsewhere(page, greenroom, {
    title: 'Tonight at eight',
    status: 'upcoming',
    dateConfirmed: true,
    eventDate: dayInZone(start, zone),
    eventTime: start.toISOString(),
  })
  for (const name of ['ann', 'ben', 'gone']) {
    const email = `${name}.figures@example.com`
    const data = { firstName: name, lastName: 'Of Today', email, eventIds: [event.id] }
    const answer = await page.request.post(`${greenroom.url}/api/register-multi-event`, { data })
    expect(answer.status()).toBe(200)
  }
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${greenroom.url}/api/admin/figures`)
      const { today: seats } = (await answer.json()) as { today: object[] }
      return seats
    })
    .toMatchObject([{ eventId: event.id, confirmed: 3, toldByMail: 2, failed: 1 }])

  await page.goto(`${greenroom.url}/admin`)
  const seats = page.getByRole('region', { name: 'Today' })
  await expect(seats.getByRole('heading', { name: 'Tonight at eight' })).toBeVisible()
  const fact = (name: string) =>
    seats.getByText(name, { exact: true }).locator('..').getByRole('definition')
  await expect(fact('Seats confirmed')).toHaveText('3')
  await expect(fact('Told by mail')).toHaveText('2')
  await expect(fact('Failed')).toHaveText('1')
  await expect(seats.getByRole('list', { name: 'Why it failed' })).toContainText('No such mailbox')

  await page.getByRole('link', { name: 'Figures', exact: true }).click()
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures.getByLabel('Event')).toHaveValue(String(event.id))
  await expect(figures.getByText('3 registrations: 3 confirmed, 0 pre-registered.')).toBeVisible()
  await expect(figures.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await figures.getByText('Show as a table').first().click()
  const table = figures.getByRole('table').first()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').last()).toContainText('3')
  await expect(figures.getByText('No interview was watched yet.')).toBeVisible()

  await expectNoAxeViolationsFromTop(page)

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const log = page.getByRole('list', { name: 'Acts, newest first' })
  await expect(log.getByRole('listitem').first()).toContainText('Event created')
  await expect(log.getByRole('listitem').first()).toContainText('Tonight at eight')
  await expect(log).toContainText('Signed in')
  await expectNoAxeViolationsFromTop(page)
  await mailServer.close()
})
