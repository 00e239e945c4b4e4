import { expect, test } from './support/journey.ts'
import { joinAnswer, expectMailLinkPage, openMailLink, unknownLink } from './support/mail.ts'

test('who waits in front of the doors is offered the way in when they open, and enters by a press', async ({
  page,
  greenroom,
}) => {
  await page.clock.install()
  const event = await joinAnswer(page)
  let leadsIn = false
  let state: 'early' | 'preparing' | 'unseated' | 'open' = 'early'
  let asked = 0
  let entered = 0
  const now = await page.evaluate(() => Date.now())
  const opensAt = new Date(now + 10 * 60_000).toISOString()
  const url = `${greenroom.url}/?in-the-webinar`
  const said = () => ({ ...event, now: new Date(now).toISOString(), opensAt, leadsIn, state })
  await page.route('**/api/join/*', (route) => {
    asked++
    return route.fulfill({ json: said() })
  })
  await page.route('**/api/join', (route) => {
    entered++
    return route.fulfill({ json: { ...said(), url: state === 'open' ? url : null } })
  })
  await openMailLink(page, `/join/${unknownLink}`)
  await expectMailLinkPage(page, 'You are registered')
  await expect(
    page.getByText('The meeting room is not set up yet.', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText('by itself', { exact: false })).toHaveCount(0)
  leadsIn = true
  await page.getByRole('button', { name: 'Check again' }).click()
  await expectMailLinkPage(page, 'You are registered')
  await expect(
    page.getByText('The join button will appear on this page.', { exact: false }),
  ).toBeVisible()
  state = 'preparing'
  await page.clock.fastForward('10:06')
  await expectMailLinkPage(page, 'Your join link is being prepared')
  // The response stays the same, so the page keeps polling.
  for (const times of [4, 5, 6]) {
    await page.clock.fastForward('00:16')
    await expect.poll(() => asked).toBe(times)
  }
  state = 'unseated'
  await page.clock.fastForward('00:16')
  await expectMailLinkPage(page, 'Your join link is not ready')
  await page.clock.fastForward('01:01')
  await expect.poll(() => asked).toBe(8)
  state = 'open'
  const opened = page.getByRole('heading', { name: 'The doors are open' })
  // The previous response, and its timer, may not be rendered yet.
  await expect(async () => {
    await page.clock.fastForward('01:01')
    await expect(opened).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectMailLinkPage(page, 'The doors are open')
  expect(entered).toBe(0)
  // The event is delayed at the moment of the press, which the page reports.
  state = 'preparing'
  await page.getByRole('button', { name: 'Join the webinar' }).click()
  await expectMailLinkPage(page, 'Your join link is being prepared')
  state = 'open'
  await expect(async () => {
    await page.clock.fastForward('00:16')
    await expect(opened).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Join the webinar' }).click()
  await page.waitForURL(url)
  expect(entered).toBe(2)
})
