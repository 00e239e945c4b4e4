import { readFile } from 'node:fs/promises'
import { openRoom } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog, sampleTitles } from './support/landing.ts'

/** Light mode on the desktop and dark mode on the phone. */
test.use({ colorScheme: async ({ isMobile }, provide) => provide(isMobile ? 'dark' : 'light') })

test('an announcement is written, previewed, tested, sent, stopped, resumed, and its results are read', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(
    /status of (400|401|409).*\/api\/admin\/announcements|ERR_INTERNET_DISCONNECTED/,
  )
  const own = await startOwn({ RATE_LIMITS: 'off', MAIL_PER_SECOND: '1' })
  const events = (await (await page.request.get(`${own.url}/api/events/upcoming`)).json()) as {
    id: number
    title: string
  }[]
  const { id: eventId } = events.find(({ title }) => title === sampleTitles.first)!
  async function register() {
    const data = { ...newPerson(), eventIds: [eventId] }
    const answer = await page.request.post(`${own.url}/api/register-multi-event`, { data })
    expect(answer.status()).toBe(200)
    return data
  }
  const people: Awaited<ReturnType<typeof register>>[] = []
  for (let count = 0; count < 12; count++) people.push(await register())

  await openRoom(page, own, 'email')
  await expect(page.getByText('No announcements yet.')).toBeVisible()
  await page.getByRole('link', { name: 'New announcement' }).click()
  const form = page.getByRole('form', { name: 'Announcement' })
  const save = form.getByRole('button', { name: 'Save draft' })
  await form.getByLabel('Event', { exact: true }).selectOption({ label: sampleTitles.first })
  await expect(
    form.getByText(`Everyone who registered for ${sampleTitles.first}: 12 people`),
  ).toBeVisible()

  await test.step('errors appear at their fields, and typed text is kept', async () => {
    await form
      .getByRole('textbox', { name: 'Text' })
      .fill('Hello {firstName} {nickname}, **come**.')
    await save.click()
    await expect(form.getByText('Please write a subject')).toBeVisible()
    await expect(form.getByText('There is no placeholder {nickname}.')).toBeVisible()
    await expect(form.getByLabel('Subject')).toBeFocused()
    await expectNoAxeViolationsFromTop(page)
    await form.getByLabel('Subject').fill('The room has changed')
    await form.getByRole('textbox', { name: 'Text' }).fill('Hello {firstName}, **come** to: ')
    await form.getByRole('button', { name: '{joinLink}' }).click()
    await page.context().setOffline(true)
    await save.click()
    await expect(form.getByText('The server could not be reached.')).toBeVisible()
    await page.context().setOffline(false)
    await page.request.post(`${own.url}/api/admin/logout`)
    await save.click()
    await form.getByRole('button', { name: 'Sign in here' }).click()
    await page.getByLabel('Username').fill(own.adminUsername)
    await page.getByLabel('Password').fill(own.adminPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(
      'Hello {firstName}, **come** to: {joinLink}',
    )
    await save.click()
    await expectToast(page, { title: 'Draft Saved' })
    await expect(page).toHaveURL(/\/admin\/email\/\d+$/)
  })
  const address = page.url().replace('/admin/email/', '/api/admin/announcements/')

  await test.step('after a concurrent change both texts are shown', async () => {
    await form.getByLabel('Subject').fill('Another room')
    const theirs = await page.request.patch(address, { data: { subject: 'Theirs' } })
    expect(theirs.status()).toBe(200)
    await save.click()
    const stale = await openDialog(page, 'Another administrator changed this announcement')
    await stale.getByLabel('My version: Another room').check()
    await stale.getByRole('button', { name: 'Save with these choices' }).click()
    await expectToast(page, { title: 'Draft Saved' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another room')
  })

  await test.step('it is previewed as any recipient', async () => {
    await page.getByLabel('Preview as another recipient').fill(people[7]!.email)
    await page.getByRole('button', { name: people[7]!.email }).click()
    await expect(page.getByText(`(${people[7]!.email}). Personal links`)).toBeVisible()
    const frame = page.frameLocator('iframe[title="Email: Another room"]')
    await expect(frame.getByText('come', { exact: true })).toBeVisible()
    await form.getByRole('button', { name: 'See the recipients' }).click()
    const list = await openDialog(page, 'Recipients')
    await expect(list.getByRole('listitem')).toHaveCount(12)
    await page.keyboard.press('Escape')
    await expectNoAxeViolationsFromTop(page)
  })

  const approve = page.getByRole('button', { name: 'Send…' })
  await expect(approve).toBeDisabled()
  await page.getByLabel('Send a test to').fill('me@lights.example')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText(/The latest test was stored, .* for this version/)).toBeVisible({
    timeout: 60_000,
  })

  await test.step('a changed number of recipients is shown before sending', async () => {
    await approve.click()
    const dialog = await openDialog(page, 'Send the announcement to 1')
    people.push(await register())
    await dialog.getByRole('button', { name: 'Send to 12 people' }).click()
    await expect(dialog.getByText('The number of people has changed.')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByRole('button', { name: 'Send to 13 people' }).click()
    await expectToast(page, { title: 'Sending Started' })
  })

  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('button', { name: 'Stop sending' }).click()
  await expect(progress.getByText('Stopped. No more emails are sent.')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await progress.getByRole('button', { name: 'Resume sending' }).press('Enter')
  await expect(
    progress.getByText('Sending is finished. Each email was sent or has failed.'),
  ).toBeVisible({ timeout: 90_000 })

  await test.step('every result is in the list and in the file', async () => {
    const recipients = page.getByRole('region', { name: 'Recipients' })
    await recipients.getByLabel('State').selectOption({ label: 'Sent (13)' })
    await expect(recipients.getByRole('listitem')).toHaveCount(13)
    await expect(recipients.getByText(people[12]!.email)).toBeVisible()
    const file = page.waitForEvent('download')
    await recipients.getByRole('button', { name: 'Download as CSV' }).click()
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(14)
  })

  await test.step('new people get it after confirmation', async () => {
    await register()
    await progress.getByRole('button', { name: 'Send to new people' }).click()
    const dialog = await openDialog(page, 'Send the announcement to 1 more person?')
    await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
    await expectToast(page, { title: 'Sending Started' })
    await page.getByRole('link', { name: 'All announcements' }).click()
    const list = page.getByRole('list', { name: 'Announcements, newest first' })
    await expect(list.getByText('Sent 14')).toBeVisible({ timeout: 60_000 })
    await expectNoAxeViolationsFromTop(page)
  })
})
