import { openDashboard } from './support/admin-dashboard.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson } from './support/landing.ts'
import { countLoads, expectLoss, lost } from './support/lost-code.ts'

test('parts of the admin area whose files are kept away leave what is there, and open once they are', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const person = { ...newPerson(), eventIds: [1] }
  await page.request.post('/api/register-multi-event', { data: person })
  const loads = countLoads(page)
  const rooms = page.getByRole('navigation', { name: 'Admin area' })
  await openDashboard(page, greenroom)

  await test.step('a room', async () => {
    const file = '**/assets/site-page-*.js'
    await page.route(file, (route) => route.abort())
    const link = page.getByRole('link', { name: 'Website', exact: true })
    await link.press('Enter')
    await expectLoss(page)
    await expect(page.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
    await page.unroute(file)
    await link.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible()
  })

  await test.step('a chart says so in its place, and comes on a press', async () => {
    const file = '**/assets/day-chart-*.js'
    await page.route(file, (route) => route.abort())
    await rooms.locator('a[href="/admin/statistics"]').press('Enter')
    await expect(
      page.getByText('This part of the page was not loaded.', { exact: false }).first(),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How much was watched' })).toBeVisible()
    await page.unroute(file)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible()
    expect(loads()).toBe(1)
  })

  await test.step('a screen is not fetched again, nor spoken of, when another one is opened', async () => {
    let tries = 0
    await page.route('**/assets/attendee-import-*.js', (route) => {
      tries += 1
      return route.abort()
    })
    await rooms.locator('a[href="/admin/people"]').press('Enter')
    await page.getByRole('link', { name: 'Imports', exact: true }).press('Enter')
    await page.locator('a[href="/attendee-import"]').first().press('Enter')
    const toast = await expectToast(page, lost)
    const before = tries
    await page.locator('a[href="/bulk-import"]').first().press('Enter')
    await expect(page).toHaveURL('/bulk-import')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(tries).toBe(before)
    await expect(toast).toHaveCount(1)
  })
})
