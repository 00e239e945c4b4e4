import type { APIRequestContext } from '@playwright/test'
import { dayInZone } from '#kernel/event-time.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { createElsewhere, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { enterByCall } from './support/members.ts'

const zone = 'Africa/Johannesburg'
const halfAnHour = 30 * 60 * 1000

/** Returns a time soon, or shortly before now at the end of the day: an event lasts three hours. */
function someTimeToday() {
  const soon = new Date(Date.now() + halfAnHour)
  const isToday = dayInZone(soon, zone) === dayInZone(new Date(), zone)
  return isToday ? soon : new Date(Date.now() - halfAnHour)
}

const interview = 'Machines that know when to stop'

/** One person watches an interview completely; two leave and come back for its demo. */
async function watchPartly(request: APIRequestContext, greenroom: Greenroom) {
  const { url } = greenroom
  const events = await (await request.get(`${url}/api/events`)).json()
  const { id: videoId } = events.find(({ title }: { title: string }) => title === interview)
  for (const [name, ranges] of [
    ['ann', [[0, 48]]],
    [
      'ben',
      [
        [0, 20],
        [40, 44],
      ],
    ],
    [
      'gone',
      [
        [0, 20],
        [40, 44],
      ],
    ],
  ] as const) {
    const email = `${name}.figures@example.com`
    await enterByCall(request, greenroom, email)
    const data = { videoId, position: 0, duration: 240, ranges }
    const answer = await request.post(`${url}/api/members/progress`, { data })
    expect(answer.status()).toBe(200)
  }
}

test('on the day of an event the admin area opens with its seats, and shows figures and the audit log', async ({
  page,
  startOwn,
  request,
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
  await expect(fact('People emailed')).toHaveText('2')
  await expect(fact('Failures')).toHaveText('1')
  await expect(seats.getByRole('list', { name: 'Reasons for failures' })).toContainText(
    'No such mailbox',
  )

  await page.getByRole('link', { name: 'Statistics', exact: true }).click()
  const figures = page.getByRole('region', { name: 'Statistics' })
  await expect(figures.getByLabel('Event', { exact: true })).toHaveValue(String(event.id))
  await expect(figures.getByText('3 registrations: 3 confirmed, 0 pre-registered.')).toBeVisible()
  await expect(figures.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await figures.getByText('Show as a table').first().click()
  const table = figures.getByRole('table').first()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').last()).toContainText('3')
  await expect(figures.getByText('No recording was watched yet.')).toBeVisible()

  await watchPartly(request, greenroom)
  await page.reload()
  // Ann watched everything, the others almost half: the bar's length matches the percentage above.
  const seen = figures.getByRole('listitem').filter({ hasText: interview })
  const said = Number(/(\d+) %/.exec((await seen.first().textContent())!)![1])
  expect(said).toBeLessThan(90)
  const lengths = await seen
    .first()
    .locator('div[aria-hidden] > div')
    .first()
    .evaluate((bar) => bar.clientWidth / bar.parentElement!.clientWidth)
  expect(Math.abs(lengths * 100 - said)).toBeLessThan(2)
  await figures.getByText(/^Drop-off/).click()
  await expect(
    figures.getByRole('img', { name: `Number of viewers during ${interview}` }),
  ).toBeVisible()
  await expect(
    figures.getByText('Most viewers leave between 1:10 and 1:40: from 100 %'),
  ).toContainText('to 33 %. Transcript at this point: “How did you price it?')
  await expect(figures.getByText('Most rewatched parts (highlighted)')).toContainText(
    '3:20 to 3:40',
  )
  await expect(figures.getByText('3:25 The demo that stopped').locator('..')).toContainText('100 %')
  await expectNoAxeViolationsFromTop(page)

  await page.goto(`${greenroom.url}/admin/settings/log`)
  const log = page.getByRole('list', { name: 'Activity, newest first' })
  await expect(log.getByRole('listitem').first()).toContainText('Event created')
  await expect(log.getByRole('listitem').first()).toContainText('Tonight at eight')
  await expect(log).toContainText('Signed in')
  await expectNoAxeViolationsFromTop(page)
  await mailServer.close()
})
