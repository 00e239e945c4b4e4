import { openRoom } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog, sampleTitles } from './support/landing.ts'
import { register } from './support/people.ts'

test('a confirmation is given words of its own, seen in its states, published, sent, and put back', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 400/)
  const own = await startOwn({ RATE_LIMITS: 'off' })
  await openRoom(page, own, 'email/sent')
  await page.getByRole('link', { name: 'Wording' }).click()
  const kinds = page.getByRole('list', { name: 'Kinds of email' })
  await expect(kinds.getByRole('listitem')).not.toHaveCount(0)
  await expectNoAxeViolationsFromTop(page)
  await kinds.getByRole('link', { name: 'Seat confirmed' }).click()
  const form = page.getByRole('form', { name: 'Wording of this email' })
  const subject = form.getByLabel('Subject')
  await subject.fill('Welcome to {evnt}')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('There is no placeholder {evnt}.')).toBeVisible()
  await subject.fill('Welcome to {event}')
  await form.getByLabel('Closing').fill('See you there, {firstName}.')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, { title: 'Draft Saved' })

  const body = form.getByLabel('Body', { exact: true })
  await body.fill('Dear {firstName}, here is your way in.')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('{link} is missing: the button with its note')).toBeVisible()
  await form.getByRole('button', { name: '{link}', exact: true }).click()
  await expect(body).toHaveValue('Dear {firstName}, here is your way in.\n{link}')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText('Draft not published')).toBeVisible()

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Welcome to ').first()).toBeVisible()
  await expect(preview.getByText('here is your way in.').first()).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // On a slow connection, the dialog publishes the text just saved, not the one loaded before.
  const list = await holdCalls(page, '**/api/admin/mail-texts')
  await form.getByRole('button', { name: 'Publish' }).click()
  const dialog = await openDialog(page, 'Publish the email wording?')
  await expect(dialog.getByText('These emails change')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveCount(0)
  list.letGo()
  await expect(dialog.getByRole('listitem')).toHaveText(['Seat confirmed'])
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, { title: 'Wording Published' })
  const { email } = newPerson()
  await register(page, own, { email })
  await page.goto(`${own.url}/admin/email/sent`)
  await page.getByRole('button', { name: `Details of the email to ${email}` }).click()
  await expect(page.getByText(`Welcome to ${sampleTitles.first}`).first()).toBeVisible({
    timeout: 30_000,
  })

  await page.goto(`${own.url}/admin/email/wording/registration_confirmed`)
  await form.getByRole('button', { name: 'Reset all to default' }).click()
  await form.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, { title: 'Wording Published' })
  await page.getByRole('link', { name: 'Email wording' }).click()
  const line = kinds.getByRole('listitem').filter({ hasText: 'Seat confirmed' })
  await expect(line.getByText('Default text')).toBeVisible()
})
