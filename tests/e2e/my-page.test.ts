import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openDialog, sampleTitles, waitForLife } from './support/landing.ts'
import { readMail } from './support/mail.ts'

test.use({ showsRecordings: true })

async function register(page: Page, person = newPerson(), title = sampleTitles.first, site = '') {
  const events = await (await page.request.get(`${site}/api/events/upcoming`)).json()
  const { id } = events.find((event: { title: string }) => event.title === title)
  const data = { ...person, receiveUpdates: true, eventIds: [id] }
  expect((await page.request.post(`${site}/api/register-multi-event`, { data })).status()).toBe(200)
  return person
}

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
}

async function typeCode(page: Page, greenroom: Greenroom, email: string) {
  const { subject } = await readMail(greenroom, email, 'sign_in_code')
  await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
  await page.getByRole('button', { name: 'Open my page' }).click()
  await expect(page.getByRole('heading', { name: 'My seats' })).toBeVisible()
}

test('a mail leads to my page, a code opens it, and a seat is given up and taken back', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401|400/)
  const { email } = await register(page)
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
  for (const colorScheme of ['light', 'dark'] as const) {
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
})

test('everything of mine is a file to take along, and I am erased with a press that is asked twice', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  const { email } = await register(page)
  await page.goto('/me')
  await waitForLife(page)
  await askForCode(page, email)
  await typeCode(page, greenroom, email)
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

test(
  'whose mailbox is gone reads on their page that mails come back, and why',
  { tag: '@once' },
  async ({ page, startOwn, expectConsoleError }) => {
    expectConsoleError(/401/)
    const server = await fickleMailServer()
    await server.open()
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'House Lights <hello@lights.example>' }
    const { url } = await startOwn({ RATE_LIMITS: 'off', ...settings })
    const person = await register(page, newPerson(), sampleTitles.first, url)
    await page.goto(`${url}/me`)
    await waitForLife(page)
    await askForCode(page, person.email)
    await expect.poll(() => server.lastCode(), { timeout: 60_000 }).toBeDefined()
    await page.getByLabel('Code').fill(server.lastCode()!)
    await page.getByRole('button', { name: 'Open my page' }).click()
    await expect(page.getByRole('heading', { name: 'My seats' })).toBeVisible()
    const note = page.getByRole('region', { name: 'Mails to you come back' })
    await expect(note).toBeHidden()

    server.refuse(person.email)
    await register(page, person, sampleTitles.second, url)
    await expect(async () => {
      await page.reload()
      await expect(note.getByText('No such mailbox')).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(
      note.getByText('Ask the organiser to correct your address', { exact: false }),
    ).toBeVisible()
    await expectNoAxeViolations(page)
    await server.close()
  },
)
