import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, fillIn, newPerson, openPage, openRegisterDialog } from './support/landing.ts'

test('an empty form names what is missing at each field and tells screen readers', async ({
  page,
}) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const messages = {
    'First name': 'First name is required',
    'Last name': 'Last name is required',
    Email: 'Please enter a valid email address',
  }
  for (const [label, message] of Object.entries(messages)) {
    const field = dialog.getByLabel(label)
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.locator('[aria-live]').filter({ hasText: message })).toBeVisible()
  }
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('First name').fill('Thandi')
  await expect(dialog.getByText('First name is required')).toHaveCount(0)
})

test('spaces alone are no name and half an address is no email', async ({ page }) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, { firstName: '   ', lastName: 'Nkosi', email: 'thandi@' })
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(dialog.getByText('Last name is required')).toHaveCount(0)
})

test('a mistyped mail domain is pointed out, corrected with one press, and never blocks', async ({
  page,
}) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  const person = newPerson()
  const mistyped = person.email.replace('example.com', 'gmial.com')
  await fillIn(dialog, { ...person, email: mistyped })
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Did you mean .*@gmail\.com/)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: mistyped.replace('gmial', 'gmail') }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue(mistyped.replace('gmial', 'gmail'))
  await expect(dialog.getByText('Did you mean')).toHaveCount(0)
  await dialog.getByLabel('Email').fill(mistyped)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: '🎉 Registration Successful!' })
})

test('what the server finds wrong with a field stands beside that field', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/400/)
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  // A browser would stop at 120 characters; the server has the last word.
  await dialog.getByLabel('Company').evaluate((field) => field.removeAttribute('maxlength'))
  await page.route('**/api/register-multi-event', async (route) => {
    await route.continue({
      postData: JSON.stringify({
        ...route.request().postDataJSON(),
        company: 'x'.repeat(121),
      }),
    })
  })
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expect(dialog.getByLabel('Company')).toHaveAccessibleDescription(/at most 120 characters/)
  const text = /at most 120 characters/
  await expectToast(page, { title: 'Registration Failed', text, variant: 'destructive' })
})

test('the consent line stands under the form and leads to the privacy notice', async ({ page }) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await expect(dialog).toContainText('By continuing you agree to receive updates')
  await expect(dialog.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute(
    'href',
    'https://example.com/privacy',
  )
})
