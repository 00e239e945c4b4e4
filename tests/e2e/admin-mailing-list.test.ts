import { registrationBody } from '#tests/support/builders.ts'
import { openMailerliteStandIn } from '#tests/support/mailerlite-stand-in.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'

test('the admin area lists the MailerLite state of each person who agreed, and retries on request', async ({
  page,
  startOwn,
}) => {
  // The test has its own server, whose queue runs at its normal pace.
  test.slow()
  const lite = await openMailerliteStandIn()
  lite.refused = 'odd@example.com'
  const own = await startOwn({
    MAILERLITE_API_KEY: lite.key,
    MAILERLITE_API_URL: lite.url,
    MAILERLITE_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
    MAILERLITE_GROUP_ID: lite.addGroup('All members').id,
    RATE_LIMITS: 'off',
  })
  const [event] = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  const register = (fields: object) =>
    page.request.post(`${own.url}/api/register-multi-event`, {
      data: registrationBody({ eventIds: [event.id], receiveUpdates: true, ...fields }),
    })
  for (const email of ['odd@example.com', 'even@example.com']) await register({ email })
  const { adminUsername: username, adminPassword: password } = own
  await page.request.post(`${own.url}/api/admin/login`, { data: { username, password } })

  await page.goto(`${own.url}/admin/people/mailerlite`)
  const section = page.getByRole('region', { name: 'MailerLite' })
  const figure = (name: string) =>
    section.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
  await expect(figure('Failed')).toHaveText('1', { timeout: 60_000 })
  await expect(figure('In MailerLite')).toHaveText('1', { timeout: 60_000 })
  await expect(figure('Agreed to updates')).toHaveText('2')
  const line = (email: string) =>
    section.getByRole('listitem', { name: `MailerLite entry of ${email}` })
  const even = line('even@example.com')
  await expect(even.getByText(/^Synced \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(even.getByRole('list', { name: 'Groups' }).getByRole('listitem')).toHaveText([
    'All subscribers',
    event.title,
  ])
  const odd = line('odd@example.com')
  await expect(odd.getByText(/^Failed \d.*: MailerLite answered 422.*valid address/)).toBeVisible()
  await expect(odd.getByText('No group yet')).toBeVisible()
  await expect(section.getByText('The sync failed for 1 person.')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  lite.refused = ''
  await odd.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Syncing odd@example.com.')).toBeVisible()
  await expect(odd).toBeFocused()
  await expect(section.getByText('No sync has failed.', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect(figure('In MailerLite')).toHaveText('2')
  await expect(odd.getByText(/^Synced \d/)).toBeVisible()
  expect([...lite.subscribers.keys()].toSorted()).toEqual(['even@example.com', 'odd@example.com'])

  // A third page is loaded, newest first; the search matches words of name and email.
  await lite.close()
  for (let index = 0; index < 40; index++) {
    const lastName = index === 7 ? 'van der Westhuizen-Ngcobo' : 'Nkosi'
    await register({ email: `person${index}@example.com`, firstName: 'Zoë', lastName })
  }
  await page.reload()
  await expect(figure('Agreed to updates')).toHaveText('42', { timeout: 60_000 })
  const lines = section.getByRole('listitem', { name: /^MailerLite entry of/ })
  await expect(lines).toHaveCount(20)
  await expect(lines.first()).toHaveAccessibleName('MailerLite entry of person39@example.com')
  const older = section.getByRole('button', { name: 'Show older people' })
  await older.click()
  await expect(lines).toHaveCount(40)
  await older.click()
  await expect(lines).toHaveCount(42)
  await expect(older).toBeHidden()
  await section.getByRole('button', { name: 'In MailerLite 2' }).click()
  await expect(lines).toHaveCount(2)
  await section.getByRole('button', { name: /^All/ }).click()
  await section.getByLabel('Name or email').fill('WESTHUIZEN zoe')
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText('person7@example.com')
  await expect(section.getByText(/^Last try failed .*ECONNREFUSED\. Next try/)).toBeVisible({
    timeout: 60_000,
  })
  await expectNoAxeViolationsFromTop(page)
  await section.getByLabel('Name or email').fill('nobody of this name')
  await expect(section.getByText('No match.')).toBeVisible()
})
