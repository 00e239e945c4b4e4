import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openDialog, waitForLife } from './support/landing.ts'

test('on a first try without https an administrator logs in, adds a person and copies a link', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/Cross-Origin-Opener-Policy|status of 401/)
  // playwright.config.ts maps the name to this machine. Without https, only localhost is a secure context.
  const url = greenroom.url.replace('localhost', 'greenroom.test')
  await page.goto(`${url}/admin/people`)
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([
    false,
    'undefined',
  ])
  await page.getByLabel('Username').fill(greenroom.adminUsername)
  await page.getByLabel('Password').fill(greenroom.adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = await openDialog(page, 'Add a person')
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thandi Nkosi' })).toBeVisible()

  await page.goto(`${url}/events/the-last-mile-comes-first`)
  await waitForLife(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
})
