import { registrationBody } from '#tests/support/builders.ts'
import { openMailerliteStandIn } from '#tests/support/mailerlite-stand-in.ts'
import { expect, test } from './support/journey.ts'
import { expectNoAxeViolationsFromTop } from './support/mail.ts'

test('who MailerLite refuses is named with the reason, and is told of by Try again', async ({
  page,
  startOwn,
}) => {
  // A server of its own, and a queue that works at its own pace.
  test.slow()
  const lite = await openMailerliteStandIn()
  lite.refused = 'odd@example.com'
  const own = await startOwn({
    MAILERLITE_API_KEY: lite.key,
    MAILERLITE_API_URL: lite.url,
    MAILERLITE_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
    MAILERLITE_GROUP_ID: lite.addGroup('Members').id,
  })
  const [event] = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  for (const email of ['odd@example.com', 'even@example.com']) {
    const body = registrationBody({ eventIds: [event.id], email, receiveUpdates: true })
    await page.request.post(`${own.url}/api/register-multi-event`, { data: body })
  }
  const { adminUsername: username, adminPassword: password } = own
  await page.request.post(`${own.url}/api/admin/login`, { data: { username, password } })

  await page.goto(`${own.url}/admin`)
  const section = page.getByRole('region', { name: 'Mailing list' })
  const figure = (name: string) =>
    section.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
  await expect(figure('Failed')).toHaveText('1', { timeout: 60_000 })
  await expect(figure('At MailerLite')).toHaveText('1', { timeout: 60_000 })
  await expect(figure('Agreed to updates')).toHaveText('2')
  const line = section.getByRole('listitem').filter({ hasText: 'odd@example.com' })
  await expect(line.getByText(/After 1 try: .*valid address/)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  lite.refused = ''
  await line.getByRole('button', { name: 'Try again for odd@example.com' }).click()
  await expect(page.getByText('MailerLite is told of odd@example.com next.')).toBeVisible()
  await expect(section.getByText('Nothing failed.', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect(figure('At MailerLite')).toHaveText('2')
  expect([...lite.subscribers.keys()].toSorted()).toEqual(['even@example.com', 'odd@example.com'])
  await lite.close()
})
