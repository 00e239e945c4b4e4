import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles } from './support/landing.ts'
import { readMail } from './support/mail.ts'

/** Opens the desk as its administrator, at its section on mails. */
async function openMessages(page: Page, { url, adminUsername, adminPassword }: Greenroom) {
  const data = { username: adminUsername, password: adminPassword }
  expect((await page.request.post(`${url}/api/admin/login`, { data })).status()).toBe(200)
  await page.goto(`${url}/admin/messages`)
  const section = page.getByRole('region', { name: 'Messages' })
  await expect(section.getByRole('list', { name: 'Messages, newest first' })).toBeVisible({
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

test('without a mail server the desk says so, and every mail can be read there', async ({
  page,
  context,
  startOwn,
}) => {
  const greenroom = await startOwn({ RATE_LIMITS: 'off' })
  const people = Array.from({ length: 28 }, () => newPerson().email)
  for (const email of people) await register(page, greenroom, email)
  const section = await openMessages(page, greenroom)
  await expect(
    section.getByText('No SMTP_URL: mails are not sent.', { exact: false }),
  ).toBeVisible()
  // Two things are told to each person, in one mail.
  await expect(section.getByRole('button', { name: 'Kept 56' })).toBeVisible({ timeout: 30_000 })
  const lines = section.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem')
  for (const shown of [20, 40]) {
    await expect(lines).toHaveCount(shown)
    await section.getByRole('button', { name: 'Show older messages' }).click()
  }
  await expect(lines).toHaveCount(56)
  await expect(section.getByRole('button', { name: 'Show older messages' })).toBeHidden()
  await expectNoAxeViolationsFromTop(page)

  const email = people[0]!
  await section.getByLabel('Email').fill(email.toUpperCase().slice(0, 18))
  await expect(lines).toHaveCount(2)
  await section.getByLabel('Event').selectOption({ label: sampleTitles.first })
  await expect(lines).toHaveCount(1)
  await lines.getByRole('button', { name: 'Details of the mail to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seat confirmed' })
  await expect(dialog.getByText(email)).toBeVisible()
  const mail = dialog.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '')
  const text = dialog.getByRole('region', { name: 'Plain text' })
  await expect(text.getByText('Hello Thandi,', { exact: false })).toBeVisible()
  const [join] = await Promise.all([
    context.waitForEvent('page'),
    text.getByRole('link', { name: '/join/', exact: false }).evaluate((link: HTMLAnchorElement) => {
      // The printed address names the port that was asked for, and this server took any.
      link.href = new URL(link.href).pathname
      link.click()
    }),
  ])
  await expect(join.getByRole('heading', { name: 'Your seat is kept for you' })).toBeVisible()
  await join.close()
  // Nothing runs in the mail's frame, axe neither: the mail is looked at on its own below.
  await dialog.locator('iframe').evaluate((frame) => frame.remove())
  await expectNoAxeViolationsFromTop(page)
  await page.keyboard.press('Escape')
  await section.getByLabel('Email').fill('nobody-of-this-name')
  await expect(section.getByText('No messages match.')).toBeVisible()

  const { html } = await readMail(greenroom, email, 'registration_confirmed')
  const letter = await context.newPage()
  await letter.setContent(html)
  await expectNoAxeViolations(letter)
  await letter.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(letter)
  await letter.setViewportSize({ width: 320, height: 600 })
  const isWider = await letter.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWider).toBe(false)
})

test('a mail that failed says why and when it is tried next, and can be tried again at once', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  // The queue may come before the press: that is then answered that the mail is on its way.
  expectConsoleError(/409/)
  const server = await fickleMailServer()
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'House Lights <hello@lights.example>' }
  const greenroom = await startOwn({ RATE_LIMITS: 'off', ...settings })
  const late = newPerson().email
  await register(page, greenroom, late)
  const section = await openMessages(page, greenroom)
  await expect(section.getByText('House Lights <hello@lights.example>')).toBeVisible()
  const line = (address: string) =>
    section.getByRole('listitem', { name: `Seat confirmed to ${address}` })
  await expect(line(late).getByText(/Not sent after .*ECONNREFUSED.* Next try/)).toBeVisible({
    timeout: 30_000,
  })
  // Not before the press: the queue tries again by itself within seconds, and would be first.
  await page.route('**/try-again', async (route) => {
    await server.open()
    await route.continue()
  })
  const tryAgain = line(late).getByRole('button', { name: 'Try again' })
  await tryAgain.focus()
  await page.keyboard.press('Enter')
  await expect(line(late).getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(tryAgain).toBeHidden()
  await expect(line(late).getByRole('button', { name: 'Details of the mail to' })).toBeFocused()
  expect(server.taken).toEqual([late])
  await page.unroute('**/try-again')

  const gone = `gone.${newPerson().email}`
  await register(page, greenroom, gone)
  await page.reload()
  await expect(line(gone).getByText(/Given up after 1 try: .*No such mailbox/)).toBeVisible({
    timeout: 30_000,
  })
  await section.getByRole('button', { name: 'Failed 2' }).click()
  await expect(line(late)).toBeHidden()
  await expect(line(gone)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await line(gone).getByRole('button', { name: 'Details of the mail to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seat confirmed' })
  await expect(dialog.getByText(/No such mailbox/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Trying again', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/Given up after 2 tries/)).toBeVisible({ timeout: 30_000 })
  expect(server.taken).toEqual([late])
  await page.keyboard.press('Escape')

  // Who mails come back from is found among the people, with the reason and the way back.
  await page.goto(`${greenroom.url}/admin/people?bounced=yes`)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  const person = page.getByRole('listitem', { name: gone })
  await expect(person.getByText('Mails come back')).toBeVisible()
  await person.getByRole('link').first().click()
  const note = page.getByRole('region', { name: 'Mails to this address come back' })
  await expect(note.getByText(/No such mailbox/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await note.getByRole('button', { name: 'Write there again' }).click()
  const again = page.getByRole('dialog', { name: 'Write to this address again?' })
  await again.getByRole('button', { name: 'Write there again' }).click()
  await expect(note).toBeHidden()
  await page.goto(`${greenroom.url}/admin/messages`)

  // The mailbox is there after all: what failed, and only that of the address looked for, goes out.
  const all = section.getByRole('button', { name: 'Try all again' })
  await section.getByLabel('Email').fill('nobody-of-this-name')
  await expect(all).toBeHidden()
  await section.getByLabel('Email').fill(gone)
  server.acceptAll()
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Every failed message is next.')).toBeVisible()
  // The numbers follow while nothing that moves is listed.
  await expect(section.getByRole('button', { name: 'Sent 2' })).toBeVisible({ timeout: 30_000 })
  await expect(all).toBeHidden()
  await expect.poll(() => server.taken).toEqual([late, gone])
  await server.close()
})
