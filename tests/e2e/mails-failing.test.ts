import { openRoom } from './support/admin-dashboard.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles, waitForLife } from './support/landing.ts'
import { askForCode, register } from './support/people.ts'

test('a failed email shows its reason and next try and can be retried, and a person whose emails bounce sees it on their page', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  // The queue may be faster than the press, which then gets the answer that the mail is being sent.
  expectConsoleError(/409|401/)
  const server = await fickleMailServer()
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'House Lights <hello@lights.example>' }
  const greenroom = await startOwn({ RATE_LIMITS: 'off', ...settings })
  const late = newPerson().email
  await register(page, greenroom, { email: late })
  await openRoom(page, greenroom, 'email/sent')
  const section = page.getByRole('region', { name: 'Sent email' })
  await expect(section.getByText('House Lights <hello@lights.example>')).toBeVisible()
  const line = (address: string) =>
    section.getByRole('listitem', { name: `Seat confirmed to ${address}` })
  await expect(line(late).getByText(/Not sent yet, after .*ECONNREFUSED.* Next try/)).toBeVisible({
    timeout: 30_000,
  })
  // Blocks the queue's automatic retry, which would be faster than the press.
  await page.route('**/try-again', async (route) => {
    await server.open()
    await route.continue()
  })
  const tryAgain = line(late).getByRole('button', { name: 'Try again' })
  await tryAgain.focus()
  await page.keyboard.press('Enter')
  await expect(line(late).getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(tryAgain).toBeHidden()
  await expect(line(late).getByRole('button', { name: 'Details of the email to' })).toBeFocused()
  expect(server.taken).toEqual([late])
  await page.unroute('**/try-again')

  const gone = `gone.${newPerson().email}`
  await register(page, greenroom, { email: gone })
  await page.reload()
  await expect(line(gone).getByText(/Failed after 1 try: .*No such mailbox/)).toBeVisible({
    timeout: 30_000,
  })
  await section.getByRole('button', { name: 'Failed 1' }).click()
  await expect(line(late)).toBeHidden()
  await expect(line(gone)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await line(gone).getByRole('button', { name: 'Details of the email to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seat confirmed' })
  await expect(dialog.getByText(/No such mailbox/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Trying again', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/Failed after 2 tries/)).toBeVisible({ timeout: 30_000 })
  expect(server.taken).toEqual([late])
  await page.keyboard.press('Escape')

  // Bounced people are found by a filter, with the reason and a way to remove the block.
  await page.goto(`${greenroom.url}/admin/people?bounced=yes`)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  const person = page.getByRole('listitem', { name: gone })
  await expect(person.getByText('Emails bounce')).toBeVisible()
  await person.getByRole('link').first().click()
  const note = page.getByRole('region', { name: 'Emails to this address bounce' })
  await expect(note.getByText(/No such mailbox/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await note.getByRole('button', { name: 'Send to this address again' }).click()
  const again = page.getByRole('dialog', { name: 'Send to this address again?' })
  await again.getByRole('button', { name: 'Send to this address again' }).click()
  await expect(note).toBeHidden()
  await page.goto(`${greenroom.url}/admin/email/sent`)
  await waitForLife(page)

  // The mailbox exists now: the retry sends failed mails of the searched address only.
  const all = section.getByRole('button', { name: 'Retry all failed' })
  await section.getByLabel('Name or email').fill('nobody-of-this-name')
  await expect(section.getByText('No match.')).toBeVisible()
  await expect(all).toBeHidden()
  await section.getByLabel('Name or email').fill(gone)
  await expect(line(gone)).toBeVisible()
  server.acceptAll()
  await all.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sending 1 failed email.')).toBeVisible()
  // The counts are updated although no listed row is in progress.
  await expect(section.getByRole('button', { name: 'Sent 1' })).toBeVisible({ timeout: 30_000 })
  await expect(all).toBeHidden()
  await expect.poll(() => server.taken).toEqual([late, gone])

  await test.step('their page explains that emails bounce, and why', async () => {
    const reader = await register(page, greenroom)
    await page.goto(`${greenroom.url}/me`)
    await waitForLife(page)
    await askForCode(page, reader.email)
    await expect.poll(() => server.lastCode(), { timeout: 60_000 }).toBeDefined()
    await page.getByLabel('Code').fill(server.lastCode()!)
    await page.getByRole('button', { name: 'Open my page' }).click()
    await expect(page.getByRole('heading', { name: 'My registrations' })).toBeVisible()
    const mine = page.getByRole('region', { name: 'Our emails to you bounce' })
    await expect(mine).toBeHidden()
    server.refuse(reader.email)
    await register(page, greenroom, reader, sampleTitles.second)
    await expect(async () => {
      await page.reload()
      await expect(mine.getByText('No such mailbox')).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    const advice = mine.getByText('Ask the organiser to correct your email', { exact: false })
    await expect(advice).toBeVisible()
    await expectNoAxeViolations(page)
  })
  await server.close()
})
