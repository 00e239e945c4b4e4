import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openDialog, sampleTitles, waitForLife } from './support/landing.ts'
import { readMail } from './support/mail.ts'
import { askForCode, register } from './support/people.ts'

test.use({ showsRecordings: true })

async function typeCode(page: Page, greenroom: Greenroom, email: string) {
  const { subject } = await readMail(greenroom, email, 'sign_in_code')
  await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
  await page.getByRole('button', { name: 'Open my page' }).click()
  await expect(page.getByRole('heading', { name: 'My seats' })).toBeVisible()
}

test('a mail leads to my page, a code opens it, a seat is given up and taken back, everything is taken along, and I am erased', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401|400/)
  const { email } = await register(page, greenroom)
  const mail = await readMail(greenroom, email, 'registration_confirmed')
  expect(mail.text).toMatch(/Your page, with your seats and mails:\nhttp:\/\/[^/]+\/me\n/)
  await page.goto('/me')
  await waitForLife(page)
  await expectNoAxeViolations(page)
  await askForCode(page, email)
  await page.getByLabel('Code').fill('12')
  await page.getByRole('button', { name: 'Open my page' }).click()
  await expect(page.getByText('Code has six digits')).toBeVisible()
  await typeCode(page, greenroom, email)

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
  await seat.getByRole('button', { name: 'Give up my seat' }).click()
  await seat.getByRole('button', { name: 'Take it back' }).click()
  await expect(seat.getByText('confirmed')).toBeVisible()

  await page.getByLabel('Reminders').uncheck()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Reminders')).not.toBeChecked()
  await expect(page.getByLabel('News')).toBeChecked()

  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  expect(readFileSync(await (await arriving).path(), 'utf8')).toContain(email)
  await page.goto('/members')
  await page.getByRole('link', { name: 'My page' }).click()
  await page.getByRole('button', { name: 'Erase me' }).click()
  const dialog = await openDialog(page, 'Erase everything?')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Erase me for good' }).click()
  await expect(page.getByRole('heading', { name: 'You are erased' })).toBeFocused()
  await page.goto('/members')
  await expect(page.getByRole('heading', { name: 'Innovation Interview Library' })).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})
