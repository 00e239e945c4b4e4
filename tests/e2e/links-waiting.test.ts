import { expect, test } from './support/journey.ts'
import { joinAnswer, expectMailLinkPage, openMailLink, unknownLink } from './support/mail.ts'

test('who waits in front of the doors is taken in by the page itself when they open', async ({
  page,
  greenroom,
}) => {
  await page.clock.install()
  const event = await joinAnswer(page)
  let leadsIn = false
  let state: 'early' | 'preparing' | 'unseated' | 'open' = 'early'
  let asked = 0
  const now = await page.evaluate(() => Date.now())
  const opensAt = new Date(now + 10 * 60_000).toISOString()
  const url = `${greenroom.url}/?in-the-webinar`
  await page.route('**/api/join', (route) => {
    asked++
    const said = {
      now: new Date(now).toISOString(),
      opensAt,
      url: state === 'open' ? url : null,
      leadsIn,
    }
    return route.fulfill({ json: { ...event, ...said, state } })
  })
  await openMailLink(page, `/join/${unknownLink}`)
  await expectMailLinkPage(page, 'You are registered')
  await expect(page.getByText('The way in is not ready yet.', { exact: false })).toBeVisible()
  await expect(page.getByText('by itself', { exact: false })).toHaveCount(0)
  leadsIn = true
  await page.getByRole('button', { name: 'Look again' }).click()
  await expectMailLinkPage(page, 'Your seat is kept for you')
  await expect(page.getByText('it takes you in by itself', { exact: false })).toBeVisible()
  state = 'preparing'
  await page.clock.fastForward('10:06')
  await expectMailLinkPage(page, 'Your way in is being prepared')
  // The same answer again and again: it goes on asking.
  for (const times of [4, 5, 6]) {
    await page.clock.fastForward('00:16')
    await expect.poll(() => asked).toBe(times)
  }
  state = 'unseated'
  await page.clock.fastForward('00:16')
  await expectMailLinkPage(page, 'We have no seat for you yet')
  await page.clock.fastForward('01:01')
  await expect.poll(() => asked).toBe(8)
  state = 'open'
  await page.clock.fastForward('01:01')
  await page.waitForURL(url)
})
