import { openRoom, roomUrl, openEventStage } from './support/event-day.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'
import { openMailLink } from './support/mail.ts'

test('who waits sees what is ahead, is let in without a reload, and finds a room that came on the day', async ({
  page,
  browser,
  startOwn,
}) => {
  test.slow()
  const { own, at, create, change, register } = await openEventStage(startOwn)
  const event = await create({ title: 'The ports at night' })
  const { joinPath } = await register(event.id)
  await openRoom(page)

  // The visitor's clock is half an hour slow; the server's clock counts.
  await page.clock.install({ time: new Date(at('09:44:30', 2).getTime() - 30 * 60_000) })
  await openMailLink(page, own.url + joinPath)
  const main = page.getByRole('main')
  const title = (name: string) => main.getByRole('heading', { level: 1, name })
  await expect(title('You are registered')).toBeVisible()
  await expect(main.getByRole('timer')).toContainText(/2 days\s*6 hours\s*0 minutes/)
  await expect(main.getByText(/, 18:00-19:00 CAT$/)).toBeVisible()
  await expect(main.getByText(/^Your time: .*, 11:00-12:00 in New York$/)).toBeVisible()
  await expect(main.getByText('at 17:45 CAT (10:45 in New York)', { exact: false })).toBeVisible()
  await expect(main.getByText('about trucks, borders', { exact: false })).toBeVisible()
  await expect(main.getByText('Amara Dike-Laurent', { exact: true })).toBeVisible()
  const file = main.getByRole('link', { name: 'Calendar file' })
  await expect(file).toHaveAttribute('href', `/calendar/event-${event.id}.ics`)
  await expectNoAxeViolations(page)

  // More than half a day later: the page keeps polling and follows the server's clock.
  at('15:44:30')
  await page.clock.fastForward('01:00:10')
  await expect(main.getByRole('timer')).toContainText(/0 days\s*0 hours\s*0 minutes\s*(30|29|28)/)
  at('15:45:00')
  await page.clock.fastForward('00:40')
  await expect(title('Your join link is not ready')).toBeVisible()
  await change(event.id, { roomUrl })
  await page.clock.fastForward('01:06')
  await expect(title('The doors are open')).toBeFocused()
  await expectNoAxeViolations(page)
  await main.getByRole('button', { name: 'Join Google Meet' }).click()
  await expect(page).toHaveURL(roomUrl)

  // The event's page offers the link, too: only in the browser that opened it before.
  await page.clock.setFixedTime(at('16:10:00'))
  await openPage(page, `${own.url}/events/${event.slug}`)
  const joinNow = page.getByRole('button', { name: 'Join now' })
  await expect(joinNow).toBeVisible()
  await expectNoAxeViolations(page)
  const stranger = await browser.newContext()
  const theirs = await stranger.newPage()
  await theirs.clock.setFixedTime(at('16:10:00'))
  const asked = theirs.waitForResponse('**/api/way-in')
  await openPage(theirs, `${own.url}/events/${event.slug}`)
  expect(await (await asked).json()).toEqual({ isRegistered: false, path: null })
  await expect(theirs.getByRole('button', { name: 'Join now' })).toBeHidden()
  await stranger.close()

  // The event is cancelled while a registrant waits.
  const second = await create({ title: 'The ports by day' })
  const other = await register(second.id)
  await page.clock.setFixedTime(at('15:30:00'))
  await openMailLink(page, own.url + other.joinPath)
  await expect(title('You are registered')).toBeVisible()
  await change(second.id, { cancelled: true })
  await page.clock.fastForward('00:36')
  await expect(title('This event was cancelled')).toBeFocused()
  await expectNoAxeViolations(page)
})
