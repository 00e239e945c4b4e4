import { openRoom } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog, sampleTitles } from './support/landing.ts'

test('a draft is deleted, one is scheduled, and failed and uncertain emails of a sent one are listed and retried', async ({
  page,
  startOwn,
}) => {
  test.slow()
  const server = await fickleMailServer()
  await server.open()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'House Lights <hello@lights.example>' }
  const own = await startOwn({ RATE_LIMITS: 'off', MAIL_PER_SECOND: '20', ...mail })
  const events = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  const { id: eventId } = events.find(
    ({ title }: { title: string }) => title === sampleTitles.first,
  )
  const people = [newPerson(), newPerson(), newPerson()]
  for (const person of people) {
    const data = { ...person, eventIds: [eventId] }
    await page.request.post(`${own.url}/api/register-multi-event`, { data })
  }
  const [fine, unwanted, unanswered] = people.map(({ email }) => email) as [string, string, string]
  // Their confirmations arrive before the mail server starts to refuse.
  await expect.poll(() => new Set(server.taken).size, { timeout: 30_000 }).toBe(3)

  await openRoom(page, own, 'email')
  const audience = { any: [{ kind: 'registered', eventId }] }
  async function write(subject: string, body = 'Hello {firstName}.') {
    const data = { topic: 'event', eventId, audience, subject, body }
    const url = `${own.url}/api/admin/announcements`
    const { id } = await (await page.request.post(url, { data })).json()
    const tried = await page.request.post(`${url}/${id}/test`, {
      data: { to: 'me@lights.example' },
    })
    expect(tried.status()).toBe(200)
    await page.goto(`${own.url}/admin/email/${id}`)
    await expect(page.getByText(/The latest test was sent/)).toBeVisible({ timeout: 30_000 })
  }
  const progress = page.getByRole('region', { name: 'Progress' })
  const recipients = page.getByRole('region', { name: 'Recipients' })

  const clipping = page
    .getByRole('region', { name: 'Test and send' })
    .getByText(/^This email is \d+ kB\. Gmail cuts off emails above 102 kB\.$/)
  await write('To be thrown away', 'A long text. '.repeat(9000))
  await expect(clipping).toBeVisible()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  const removal = await openDialog(page, 'Delete this draft?')
  await removal.getByRole('button', { name: 'Delete draft' }).click()
  await expectToast(page, { title: 'Draft Deleted' })
  await expect(page.getByText('No announcements yet.')).toBeVisible()

  await write('For another day')
  await expect(clipping).toHaveCount(0)
  await page.getByRole('button', { name: 'Send…' }).click()
  const later = await openDialog(page, 'Send the announcement to 3 people?')
  await later.getByLabel('Later').check()
  await later.getByRole('button', { name: 'Send to 3 people' }).click()
  await expect(later.getByText('Choose a day and a time')).toBeVisible()
  await later.getByLabel('Day').press('2')
  await later.getByRole('button', { name: 'Send to 3 people' }).click()
  await expect(later.getByText('Enter the whole date, or clear the field')).toBeVisible()
  await later.getByLabel('Day').fill('2099-05-04')
  await later.getByLabel(/^Time/).fill('09:30')
  await later.getByRole('button', { name: 'Send to 3 people' }).click()
  await expectToast(page, { title: 'Announcement Scheduled' })
  await expect(progress.getByText(/Sending starts on .*2099.*09:30/)).toBeVisible()

  server.reject(unwanted)
  server.leaveUnanswered(unanswered)
  await write('The room has changed')
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = await openDialog(page, 'Send the announcement to 3 people?')
  await dialog.getByRole('button', { name: 'Send to 3 people' }).click()
  await recipients
    .getByLabel('State')
    .selectOption({ label: 'May have been sent (1)' }, { timeout: 60_000 })
  await expect(recipients.getByRole('listitem')).toHaveCount(1)
  await expect(recipients.getByRole('listitem')).toContainText(unanswered)
  await expect(recipients.getByRole('listitem')).toContainText(
    'it may have arrived, so it is not repeated',
  )
  await recipients.getByLabel('State').selectOption({ label: 'Failed (1)' }, { timeout: 90_000 })
  await expect(recipients.getByRole('listitem')).toContainText(unwanted)
  await expect(recipients.getByRole('listitem')).toContainText('No such mails here')
  await expectNoAxeViolationsFromTop(page)

  server.takeAgain(unwanted)
  await progress.getByRole('button', { name: 'Retry failed emails' }).click()
  await expectToast(page, {
    title: 'Trying Again',
    text: 'The announcement is sent to 1 person again.',
  })
  await recipients.getByLabel('State').selectOption({ label: 'Sent (2)' }, { timeout: 90_000 })
  await expect(recipients.getByRole('listitem')).toHaveCount(2)
  const ofAnnouncement = (email: string) => server.taken.filter((to) => to === email).length
  expect([fine, unwanted, unanswered].map(ofAnnouncement)).toEqual([2, 2, 2])
})
