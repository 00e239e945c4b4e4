import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { openRoom, sectionOf } from './support/admin-dashboard.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

/**
 * Returns a two-factor code of a later time step: each step's code works once, and adjacent steps are accepted.
 */
function codeOf(secret: string, steps = 0) {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Completes the dialog up to the recovery codes; returns the key and the codes. */
async function setFactor(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Your current password is wrong')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText()
  await dialog.getByLabel('Six-digit code').fill('000')
  await dialog.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await expect(dialog).toContainText('This code is wrong or too old')
  await dialog.getByLabel('Six-digit code').fill(codeOf(secret))
  await dialog.getByLabel('Six-digit code').press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
  const recoveryCodes = await codes.allInnerTexts()
  await dialog.getByRole('button', { name: 'I have stored them' }).click()
  await expect(dialog).toBeHidden()
  return { secret, recoveryCodes }
}

test('an administrator sets up two-factor authentication, signs in with codes, and removes it', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|401)/)
  const own = await startOwn()
  await openRoom(page, own, 'settings/administrators')
  const section = sectionOf(page, 'Administrators')
  await section.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const { secret, recoveryCodes } = await setFactor(page, own.adminPassword)
  const line = section.getByRole('listitem').filter({ hasText: own.adminUsername })
  await expect(line).toContainText('Two-factor authentication')

  async function signIn(code: string) {
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Username').fill(own.adminUsername)
    await page.getByLabel('Password').fill(own.adminPassword)
    await page.getByLabel('Password').press('Enter')
    const factor = page.getByLabel('Two-factor code')
    await expect(factor).toBeFocused()
    await factor.fill('000000')
    await factor.press('Enter')
    await expectToast(page, {
      title: 'Login Failed',
      text: 'This code is wrong or has been used',
      variant: 'destructive',
    })
    await factor.fill(code)
    await factor.press('Enter')
    await expectToast(page, {
      title: 'Login Successful',
      text: 'Welcome to the admin dashboard',
    })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  }
  await signIn(codeOf(secret, 1))
  await signIn(recoveryCodes[0]!)

  await page.goto(`${own.url}/admin/settings/administrators`)
  await section.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove two-factor authentication?' })
  await removal.getByLabel('Current password').fill(own.adminPassword)
  await removal.getByLabel('Current password').press('Enter')
  await expect(removal).toBeHidden()
  await expect(
    section.getByRole('button', { name: 'Set up two-factor authentication' }),
  ).toBeVisible()
})

test('if two-factor authentication is required, signing in leads to its setup, then to the admin area', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|401)/)
  const own = await startOwn({ REQUIRE_FACTOR: 'on' })
  await page.goto(`${own.url}/admin`)
  await page.getByLabel('Username').fill(own.adminUsername)
  await page.getByLabel('Password').fill(own.adminPassword)
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await setFactor(page, own.adminPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeHidden()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Events' })).toBeVisible()

  // For a new phone: after removal, the next authenticator must be set up first.
  await page.goto(`${own.url}/admin/settings/administrators`)
  const section = sectionOf(page, 'Administrators')
  await section.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove two-factor authentication?' })
  await removal.getByLabel('Current password').fill(own.adminPassword)
  await removal.getByLabel('Current password').press('Enter')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await setFactor(page, own.adminPassword)
  await expect(section).toBeVisible()
})
