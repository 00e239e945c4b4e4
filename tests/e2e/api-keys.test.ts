import { openRoom, refresh } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

/** Light mode on the desktop and dark mode on the phone. */
test.use({ colorScheme: async ({ isMobile }, provide) => provide(isMobile ? 'dark' : 'light') })

test('a key for programs is made, shown once, used, and opens nothing once it is removed', async ({
  page,
  request,
  startOwn,
  isMobile,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 401.*\/api\/admin\/keys/)
  const own = await startOwn()
  await openRoom(page, own, 'settings/webhooks')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API keys')
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  // On a phone the on-screen keyboard must not open unasked.
  const first = isMobile ? dialog.getByRole('heading') : dialog.getByLabel('Name')
  await expect(first).toBeFocused()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toContainText('Name is required')
  await expect(dialog).toContainText('Choose at least one permission')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Our CRM')
  await dialog.getByLabel('Read events').check()
  await dialog.getByLabel('Register people').check()
  await expectNoAxeViolationsFromTop(page)
  // Simulates that the password was entered a quarter of an hour ago.
  await page.route(
    '**/api/admin/keys',
    (route) =>
      route.fulfill({
        status: 401,
        headers: { 'refusal-code': 'password_needed' },
        json: { message: 'Please enter your password again', code: 'password_needed' },
      }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm your password' })
  await asked.getByLabel('Your password').fill(own.adminPassword)
  await asked.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible()
  const key = await dialog.getByText(/^grk_[\w-]{43}$/).innerText()
  await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, {
    title: 'Key Copied',
    text: 'Enter the key in the program that uses it.',
  })
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(dialog).toBeHidden()

  const line = page.getByRole('listitem', { name: 'Our CRM' })
  await expect(line).toContainText('Read events · Register people')
  await expect(line).toContainText('Never used')
  await expect(page.locator('body')).not.toContainText(key)
  await expectNoAxeViolationsFromTop(page)
  const headers = { authorization: `Bearer ${key}` }
  const events = await request.get(`${own.url}/api/v1/events?limit=1`, { headers })
  expect(events.status()).toBe(200)
  const { data } = (await events.json()) as { data: { id: number }[] }
  expect(data).toHaveLength(1)
  const figures = await request.get(`${own.url}/api/v1/figures`, { headers })
  expect(figures.status()).toBe(403)
  await refresh(page)
  await expect(line).toContainText('Last used')

  await line.getByRole('button', { name: 'Remove Our CRM' }).click()
  await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove key' }).click()
  await expectToast(page, { title: 'Key Removed', text: 'Our CRM no longer works.' })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  expect((await request.get(`${own.url}/api/v1/events`, { headers })).status()).toBe(401)
  const link = page.getByRole('link', { name: 'OpenAPI document' })
  const document = await request.get(own.url + (await link.getAttribute('href')))
  expect(Object.keys(((await document.json()) as { paths: object }).paths)).toContain(
    '/api/v1/registrations',
  )
})
