import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles } from './support/landing.ts'
import { readMail } from './support/mail.ts'

/** Opens the mail section of the admin area. */
async function openMails(page: Page, { url, adminUsername, adminPassword }: Greenroom) {
  const data = { username: adminUsername, password: adminPassword }
  expect((await page.request.post(`${url}/api/admin/login`, { data })).status()).toBe(200)
  await page.goto(`${url}/admin/email/sent`)
  const section = page.getByRole('region', { name: 'Sent email' })
  await expect(section.getByRole('list', { name: 'Emails, newest first' })).toBeVisible({
    timeout: 30_000,
  })
  return section
}

async function register(page: Page, { url }: Greenroom, email: string) {
  const events = (await (await page.request.get(`${url}/api/events/upcoming`)).json()) as {
    id: number
    title: string
  }[]
  const { id } = events.find(({ title }) => title === sampleTitles.first)!
  const data = { ...newPerson(), email, eventIds: [id] }
  const answer = await page.request.post(`${url}/api/register-multi-event`, { data })
  expect(answer.status()).toBe(200)
}

test('without a mail server the admin area says so, and every mail can be read there', async ({
  page,
  context,
  startOwn,
}) => {
  const greenroom = await startOwn({ RATE_LIMITS: 'off' })
  const people = Array.from({ length: 28 }, () => newPerson().email)
  for (const email of people) await register(page, greenroom, email)
  const section = await openMails(page, greenroom)
  await expect(
    section.getByText('No mail server is connected: emails are not sent.', { exact: false }),
  ).toBeVisible()
  // Each person gets two notifications in one mail, which is one row.
  await expect(section.getByRole('button', { name: 'Not sent (no mail server) 28' })).toBeVisible({
    timeout: 30_000,
  })
  const lines = section.getByRole('list', { name: 'Emails, newest first' }).getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await section.getByRole('button', { name: 'Show older messages' }).click()
  await expect(lines).toHaveCount(28)
  await expect(section.getByRole('button', { name: 'Show older messages' })).toBeHidden()
  await expectNoAxeViolationsFromTop(page)

  const email = people[0]!
  await section.getByLabel('Name or email').fill(email.toUpperCase().slice(0, 18))
  await expect(lines).toHaveCount(1)
  await section.getByLabel('Event').selectOption({ label: sampleTitles.first })
  await expect(lines).toHaveCount(1)
  await lines.getByRole('button', { name: 'Details of the email to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seat confirmed' })
  await expect(dialog.getByText(email, { exact: true })).toBeVisible()
  const mail = dialog.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '')
  const text = dialog.getByRole('region', { name: 'Plain text' })
  await expect(text.getByText('Hello Thandi,', { exact: false })).toBeVisible()
  const [join] = await Promise.all([
    context.waitForEvent('page'),
    text.getByRole('link', { name: '/join/', exact: false }).evaluate((link: HTMLAnchorElement) => {
      // The link has the configured port, but this server uses a random one.
      link.href = new URL(link.href).pathname
      link.click()
    }),
  ])
  await expect(join.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await join.close()
  // The mail's frame runs no scripts, including axe; the mail itself is tested below.
  await dialog.locator('iframe').evaluate((frame) => frame.remove())
  await expectNoAxeViolationsFromTop(page)
  await page.keyboard.press('Escape')
  await section.getByLabel('Name or email').fill('nobody-of-this-name')
  await expect(section.getByText('No match.')).toBeVisible()

  const { html } = await readMail(greenroom, email, 'registration_confirmed')
  const mailPage = await context.newPage()
  await mailPage.setContent(html)
  await expectNoAxeViolations(mailPage)
  await mailPage.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(mailPage)
  await mailPage.setViewportSize({ width: 320, height: 600 })
  const isWider = await mailPage.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWider).toBe(false)
})
