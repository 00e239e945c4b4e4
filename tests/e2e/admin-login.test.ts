import { signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'
import { returnToTab } from './support/return-to-tab.ts'

test('the admin area opens to an administrator only, and closes again with nothing left', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401|429/)
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  const release = await holdCalls(page, '**/api/auth/status')
  const answer = await page.goto('/admin')
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle('House Lights Admin Dashboard')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByText('Checking authentication...')).toBeVisible()
  release.letGo()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }

  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password')
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await expect(username).toBeFocused()
  await username.fill(greenroom.adminUsername)
  await button.click()
  await expect(password).toBeFocused()
  expect(read).not.toContain('/api/admin/login')
  await password.fill('not the password')
  await password.press('Enter')
  const failed = { title: 'Login Failed', variant: 'destructive' }
  await expectToast(page, { ...failed, text: 'Invalid username or password' })
  const message = 'Too many attempts. Please wait 3 minutes.'
  await page.route('**/api/admin/login', (route) =>
    route.fulfill({ status: 429, json: { message } }),
  )
  await button.click()
  await expectToast(page, { ...failed, text: message })
  await page.unroute('**/api/admin/login')

  const entry = await holdCalls(page, '**/api/admin/login')
  const lists = await holdCalls(page, '**/api/admin/counts')
  expect(read.filter((path) => /registrations|access-stats|figures/.test(path))).toEqual([])
  await password.fill(greenroom.adminPassword)
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  entry.letGo()
  await expectToast(page, {
    title: 'Login Successful',
    text: 'Welcome to the admin dashboard',
  })
  await expect(page.getByText('Loading data...')).toBeVisible()
  lists.letGo()
  const heading = page.getByRole('heading', { level: 1, name: 'House Lights Admin Dashboard' })
  await expect(heading).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(
    page.getByText('Manage registrations, video access, and bulk imports', { exact: true }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expect(page.getByRole('dialog', { name: 'Bulk Attendee Import' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, {
    title: 'Logged Out',
    text: 'You have been logged out successfully',
  })
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()

  // No data are cached: the next administrator's lists are loaded again.
  await page.route('**/api/admin/tables/registrations*', (route) =>
    route.fulfill({ json: { rows: [], total: 0, events: [] } }),
  )
  await signIn(page, greenroom)
  await returnToTab(page, heading)
  await expect(page.getByText('No registrations yet.')).toBeVisible()
})
