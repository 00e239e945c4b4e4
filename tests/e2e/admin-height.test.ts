import { makeAttendees, openDashboard, sectionOf } from './support/admin-dashboard.ts'
import { createElsewhere, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import { sampleTitles } from './support/landing.ts'

test('the dashboard stays short with thousands of people, and searches are kept in the address', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn({ RATE_LIMITS: 'off' })
  await signIn(page, own)
  // More rows than any table renders at once; 20,000 would take minutes and make it no higher.
  const attendees = makeAttendees(2000, sampleTitles.first)
  const imported = await page.request.post(`${own.url}/api/admin/bulk-import-attendees`, {
    data: { attendees },
  })
  expect((await imported.json()).imported).toBe(2000)
  for (let number = 1; number <= 40; number++) {
    await createElsewhere(page, own, { title: `Evening ${number}` })
  }
  const events = await (await page.request.get(`${own.url}/api/events`)).json()
  expect(events.length).toBeGreaterThan(40)
  await openDashboard(page, own)
  const all = sectionOf(page, 'All Registrations')
  await expect(all.getByRole('status')).toHaveText(/^2,\d\d\d in all$/)
  await expect(sectionOf(page, 'Events Overview').getByRole('article')).toHaveCount(events.length)
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  expect(page.viewportSize()?.width).toBe(1280)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9000)

  await all.getByRole('searchbox').fill('zoe person 1')
  await expect(page).toHaveURL(/all-registrations-search=zoe\+person\+1/)
  await all.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  await expect(page).toHaveURL(/all-registrations-sort=Email/)
  await expect(all.getByRole('status')).toHaveText(/^\d+ of 2,/)
  const wasAt = await page.evaluate(() => scrollY)
  expect(wasAt).toBeGreaterThan(1000)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Statistics' })
    .dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await page.goBack()
  await expect(all.getByRole('searchbox')).toHaveValue('zoe person 1')
  await expect(all.getByRole('columnheader', { name: 'Email' })).toHaveAttribute(
    'aria-sort',
    /ending/,
  )
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(wasAt)
})
