import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openDialog, sampleTitles, waitForLife } from './support/landing.ts'
import { readMail } from './support/mail.ts'
import { askForCode, register } from './support/people.ts'

test.use({ showsRecordings: true })

/** Types the code of the newest mail, once it differs from `last`; returns the mail's subject. */
async function typeCode(page: Page, greenroom: Greenroom, email: string, last?: string) {
  let subject = ''
  const readSubject = async () => {
    subject = (await readMail(greenroom, email, 'sign_in_code')).subject
    return subject
  }
  await expect.poll(readSubject, { timeout: 90_000 }).not.toBe(last)
  await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
  await page.getByRole('button', { name: 'Open my page' }).click()
  await expect(page.getByRole('heading', { name: 'My registrations' })).toBeVisible()
  return subject
}

/** Signs out in another browser and here, and signs in again with a code. */
async function signOutThereAndHere(
  page: Page,
  greenroom: Greenroom,
  { email, subject }: { email: string; subject: string },
) {
  const elsewhere = await page.context().browser()!.newContext({ userAgent: 'Firefox/1 (iPhone)' })
  const status = async () =>
    (await elsewhere.request.get(`${greenroom.url}/api/auth/status`)).json()
  await elsewhere.request.post(`${greenroom.url}/api/video-access/login`, { data: { email } })
  expect(await status()).toMatchObject({ userEmail: email })
  await page.reload()
  const lines = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('this browser')
  await expectNoAxeViolations(page)
  const other = page.getByRole('listitem', { name: 'Firefox on iPhone' })
  await other.getByRole('button', { name: /^Sign out: Firefox on iPhone/ }).click()
  await expect(lines).toHaveCount(1)
  expect(await status()).toMatchObject({ userEmail: null })
  await elsewhere.close()

  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expect(page).toHaveURL(`${greenroom.url}/`)
  await page.goto('/me')
  await waitForLife(page)
  await askForCode(page, email)
  await typeCode(page, greenroom, email, subject)
}

test('a mail leads to my page, a code opens it, a seat is given up and taken back, I am signed out elsewhere and here, everything is taken along, and I am erased', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401|400/)
  const { email } = await register(page, greenroom)
  const mail = await readMail(greenroom, email, 'registration_confirmed')
  expect(mail.text).toMatch(/Your registrations and email preferences:\nhttp:\/\/[^/]+\/me\n/)
  await page.goto('/me')
  await waitForLife(page)
  await expectNoAxeViolations(page)
  await askForCode(page, email)
  await page.getByLabel('Code').fill('12')
  await page.getByRole('button', { name: 'Open my page' }).click()
  await expect(page.getByText('Code has six digits')).toBeVisible()
  const subject = await typeCode(page, greenroom, email)

  const seat = page.getByRole('listitem', { name: sampleTitles.first })
  await expect(seat.getByRole('link', { name: 'Join' })).toHaveAttribute('href', /^\/join\//)
  const calendar = await seat.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
  expect(await (await page.request.get(calendar!)).text()).toContain('BEGIN:VCALENDAR')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await seat.getByRole('button', { name: 'Cancel registration' }).click()
  await seat.getByRole('button', { name: 'Undo' }).click()
  await expect(seat.getByText('confirmed')).toBeVisible()

  await page.getByLabel('Reminders').uncheck()
  await expect(page.getByText('Email preferences saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Reminders')).not.toBeChecked()
  await expect(page.getByLabel('News')).toBeChecked()

  await signOutThereAndHere(page, greenroom, { email, subject })
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  expect(readFileSync(await (await arriving).path(), 'utf8')).toContain(email)
  await page.goto('/members')
  await page.getByRole('link', { name: 'My page' }).click()
  await page.getByRole('button', { name: 'Delete my data' }).click()
  const dialog = await openDialog(page, 'Delete your data?')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('heading', { name: 'Your data is deleted' })).toBeFocused()
  await page.goto('/members')
  await expect(page.getByRole('heading', { name: 'Innovation Interview Library' })).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})
