import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { openRoom, sectionOf } from './support/admin-dashboard.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, waitForLife } from './support/landing.ts'

/**
 * Returns the link that sets a password from the mail in the site's folder, because the admin area hides it.
 */
async function passwordLink({ dataDir }: Greenroom, kind: MailKind): Promise<string> {
  const folder = join(dataDir, 'mail')
  let link = ''
  function readLink() {
    const files = existsSync(folder) ? readdirSync(folder) : []
    const file = files.find((name) => name.endsWith(`-${kind}.eml`))
    const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, '') : ''
    link = /\/admin#\/password\/[\w-]+/.exec(text)?.[0] ?? ''
    return link
  }
  await expect.poll(readLink, { message: `a mail ${kind}`, timeout: 30_000 }).not.toBe('')
  return link
}

async function expectNoAxeViolationsInBoth(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
}

async function expectHeading(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}

test('an administrator resets a forgotten password by mail and still needs the second factor', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|401|410)/)
  const own = await startOwn({ RATE_LIMITS: 'off' })
  const { adminUsername, adminPassword } = own
  await openRoom(page, own, 'settings/administrators')
  const section = sectionOf(page, 'Administrators')
  await expect(section).toContainText('Add a recovery email')
  await section.getByRole('button', { name: 'Add recovery email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery email' })
  await dialog.getByLabel('Email').fill('organiser@example.org')
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Save recovery email' }).click()
  await expect(dialog).toContainText('Your current password is wrong')
  await expectNoAxeViolationsInBoth(page)
  await dialog.getByLabel('Current password').fill(adminPassword)
  await dialog.getByLabel('Current password').press('Enter')
  await expectToast(page, {
    title: 'Recovery Email Saved',
    text: /Stored without confirmation, because no mail server is connected\.$/,
  })
  const line = section.getByRole('listitem', { name: adminUsername })
  await expect(line).toContainText('organiser@example.org')

  const data = { presentPassword: adminPassword }
  const begun = await page.request.post(`${own.url}/api/admin/factor`, { data })
  const { secret } = (await begun.json()) as { secret: string }
  const codeOf = (steps: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  const code = codeOf(-1)
  const confirmed = await page.request.post(`${own.url}/api/admin/factor/confirm`, {
    data: { code },
  })
  expect(confirmed.status()).toBe(200)

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await waitForLife(page)
  await expectHeading(page, 'Reset your password')
  await expectNoAxeViolationsInBoth(page)
  await page.getByLabel('Email').fill('organiser@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeFocused()

  const link = await passwordLink(own, 'password_reset')
  // Mail scanners follow links, so a visit alone must not use up the link.
  expect((await page.request.get(`${own.url}${link}`)).status()).toBe(200)
  // Loads a new document, as from a mail: the previous URL differs only after `#`.
  await page.goto('about:blank')
  await page.goto(`${own.url}${link}`)
  await expectHeading(page, 'Choose a new password')
  await expect(page.getByText(adminUsername)).toBeVisible()
  await expectNoAxeViolationsInBoth(page)
  await page.getByLabel('New password').fill('passwordpassword')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This password is too easy to guess')).toBeVisible()
  await page.getByLabel('New password').fill('house-lights-down')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectHeading(page, 'Your password is set')
  await page.reload()
  await expectHeading(page, 'This link does not work')

  await page.goto(`${own.url}/admin`)
  await signIn(page, adminUsername, 'house-lights-down')
  const factor = page.getByLabel('Two-factor code')
  await factor.fill(codeOf(1))
  await factor.press('Enter')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an invited administrator chooses a password by the mailed link and signs in', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 401/)
  const own = await startOwn({ RATE_LIMITS: 'off' })
  await openRoom(page, own, 'settings/administrators')
  const section = sectionOf(page, 'Administrators')
  await section.getByRole('button', { name: 'Add an administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an administrator' })
  await dialog.getByLabel('Username').fill('thandi')
  await dialog.getByLabel('Your password').fill(own.adminPassword)
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(dialog).toContainText('Enter an email to send an invitation to, or a password')
  await dialog.getByLabel('Email').fill('thandi@example.org')
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expectToast(page, {
    title: 'Administrator Added',
    text: 'An invitation is on its way to thandi@example.org.',
  })
  await expect(section.getByRole('listitem', { name: 'thandi' })).toContainText('Invited')

  const link = await passwordLink(own, 'administrator_invited')
  await page.context().clearCookies()
  await page.goto(`${own.url}${link}`)
  await expectHeading(page, 'Choose a password')
  await page.getByLabel('Password', { exact: true }).fill('curtain-up-at-nine')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectHeading(page, 'Your password is set')
  await page.getByRole('link', { name: 'Go to login' }).click()
  await waitForLife(page)
  await signIn(page, 'thandi', 'curtain-up-at-nine')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an administrator confirms a new recovery email, and sends an invitation again', async ({
  page,
  startOwn,
}) => {
  test.slow()
  const server = await fickleMailServer()
  await server.open()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'House Lights <hello@lights.example>' }
  const own = await startOwn({ ...mail, RATE_LIMITS: 'off' })
  const linkTo = async (address: string) => {
    const find = () => /\/admin#\/[a-z-]+\/[\w-]+/.exec(server.textTo(address))?.[0]
    await expect.poll(find, { timeout: 30_000 }).toBeTruthy()
    return find()!
  }
  await openRoom(page, own, 'settings/administrators')
  const section = sectionOf(page, 'Administrators')
  await section.getByRole('button', { name: 'Add recovery email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery email' })
  await dialog.getByLabel('Email').fill('organiser@example.org')
  await dialog.getByLabel('Current password').fill(own.adminPassword)
  await dialog.getByLabel('Current password').press('Enter')
  await expectToast(page, {
    title: 'Confirm Your Recovery Email',
    text: 'Confirm the link sent to organiser@example.org.',
  })
  const line = section.getByRole('listitem', { name: own.adminUsername })
  await expect(line).toContainText('No recovery email')
  await expect(line).toContainText('Confirm the link sent to organiser@example.org.')

  await section.getByRole('button', { name: 'Add an administrator' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an administrator' })
  await adding.getByLabel('Username').fill('thandi')
  await adding.getByLabel('Email').fill('thandi@example.org')
  await adding.getByLabel('Your password').fill(own.adminPassword)
  await adding.getByRole('button', { name: 'Add administrator' }).click()
  const invited = section.getByRole('listitem', { name: 'thandi' })
  const former = await linkTo('thandi@example.org')
  await invited.getByRole('button', { name: 'Send invitation again' }).click()
  await expectToast(page, {
    title: 'Invitation Sent',
    text: /^A new link is on its way to thandi@example\.org\./,
  })
  await expect.poll(() => linkTo('thandi@example.org'), { timeout: 30_000 }).not.toBe(former)

  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(`${own.url}${await linkTo('organiser@example.org')}`)
  await waitForLife(page)
  await signIn(page, own.adminUsername, own.adminPassword)
  await expectHeading(page, 'Confirm your recovery email')
  await expectNoAxeViolationsInBoth(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectHeading(page, 'Recovery email confirmed')
  await page.getByRole('link', { name: 'To the settings' }).click()
  await expect(line).toContainText('organiser@example.org')
  await expect(line).not.toContainText('Confirm the link')
  await server.close()
})
