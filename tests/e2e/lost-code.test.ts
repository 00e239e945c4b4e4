import type { Page } from '@playwright/test'
import { openDashboard, openRoom } from './support/desk-dashboard.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  sampleTitles,
  waitForLife,
} from './support/landing.ts'

const lost = { title: 'This Could Not Be Opened', variant: 'destructive' }

/** How often a document was asked for. */
function countLoads(page: Page) {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  return () => loads
}

function registerButton(page: Page) {
  const card = page.getByRole('article', { name: sampleTitles.first })
  return card.getByRole('button', { name: 'Register Now' })
}

test('offline, pointing at a button leaves the page, and a press says what is missing', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  const loads = countLoads(page)
  await openPage(page)
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await registerButton(page).hover()
  await registerButton(page).focus()
  await failed
  await registerButton(page).click()
  await expectToast(page, lost)
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await page.context().setOffline(false)
  await openRegisterDialog(page)
  expect(loads()).toBe(1)
})

test('a dialog whose file is kept away loads /go1 again once, at a press, and opens once it is there', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const loads = countLoads(page)
  const file = '**/assets/register-event-dialog*.js'
  await page.route(file, (route) => route.abort())
  await openPage(page, '/go1')
  await expectToast(page, lost)
  expect(loads()).toBe(1)
  const again = page.waitForEvent('load')
  await registerButton(page).click()
  await again
  await expectToast(page, lost)
  await registerButton(page).click()
  await expectToast(page, lost)
  await page.unroute(file)
  await registerButton(page).click()
  await openDialog(page, 'Register for Event')
  expect(loads()).toBe(2)
})

test('a page from before an upgrade is loaded anew once, and not again for the same build', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const loads = countLoads(page)
  for (const file of ['**/assets/register-event-dialog*.js', '**/assets/manifest-*.js']) {
    await page.route(file, (route) =>
      route.request().method() === 'HEAD' || file.includes('dialog')
        ? route.fulfill({ status: 404, body: '' })
        : route.continue(),
    )
  }
  await openPage(page)
  const again = page.waitForEvent('load')
  await registerButton(page).click()
  await again
  await waitForLife(page)
  await registerButton(page).click()
  await expectToast(page, lost)
  expect(loads()).toBe(2)
})

test('a screen whose file is kept away leaves the page as it is, and opens once it is there', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const loads = countLoads(page)
  const file = '**/assets/members-*.js'
  await page.route(file, (route) => route.abort())
  await openPage(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: /library/i })
  await link.press('Enter')
  await expectToast(page, lost)
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await page.unroute(file)
  await link.press('Enter')
  await expect(page).toHaveURL('/members')
  await expect(page.getByRole('button', { name: 'Access Videos' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('a screen that was lost is not fetched again, nor spoken of, when another one is opened', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const file = '**/assets/attendee-import-*.js'
  let tries = 0
  await page.route(file, (route) => {
    tries += 1
    return route.abort()
  })
  await openRoom(page, greenroom, 'imports')
  await page.locator('a[href="/attendee-import"]').first().press('Enter')
  const toast = await expectToast(page, lost)
  const before = tries
  await page.locator('a[href="/bulk-import"]').first().press('Enter')
  await expect(page).toHaveURL('/bulk-import')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(tries).toBe(before)
  await expect(toast).toHaveCount(1)
})

test('a chart of the desk whose file is kept away says so in its place, and comes on a press', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const person = { ...newPerson(), eventIds: [1] }
  await page.request.post('/api/register-multi-event', { data: person })
  const loads = countLoads(page)
  const file = '**/assets/day-chart-*.js'
  await page.route(file, (route) => route.abort())
  await openRoom(page, greenroom, 'figures')
  await expect(
    page.getByText('This part of the page did not arrive.', { exact: false }).first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Watched share' })).toBeVisible()
  await page.unroute(file)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  expect(loads()).toBe(1)
})

test('a room of the desk whose file is kept away leaves the present one, and opens once it is there', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED/)
  const file = '**/assets/log-room-*.js'
  await page.route(file, (route) => route.abort())
  await openDashboard(page, greenroom)
  const link = page.getByRole('link', { name: 'Log', exact: true })
  await link.press('Enter')
  await expectToast(page, lost)
  await expect(page.getByRole('heading', { name: 'All Registrations' })).toBeVisible()
  await page.unroute(file)
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
})
