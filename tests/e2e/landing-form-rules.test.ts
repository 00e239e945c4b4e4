import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, fillIn, newPerson, openPage, openRegisterDialog } from './support/landing.ts'

test('the form names what is wrong at each field, points out a mistyped domain, and says what one agrees to', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/400/)
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  const submit = dialog.getByRole('button', { name: 'Register for Event' })
  const email = dialog.getByLabel('Email')

  await test.step('the consent line leads to the privacy notice', async () => {
    await expect(dialog).toContainText('By continuing you agree to receive updates')
    await expect(dialog.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute(
      'href',
      'https://example.com/privacy',
    )
  })

  await test.step('what is missing stands at each field, and screen readers are told', async () => {
    await submit.click()
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
    await dialog.getByLabel('First name').fill('Thandi')
    await expect(dialog.getByText('First name is required')).toHaveCount(0)
  })

  await test.step('spaces alone are no name and half an address is no email', async () => {
    await fillIn(dialog, { firstName: '   ', lastName: 'Nkosi', email: 'thandi@' })
    await submit.click()
    await expect(dialog.getByText('First name is required')).toBeVisible()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await expect(dialog.getByText('Last name is required')).toHaveCount(0)
  })

  const person = newPerson()

  await test.step('what the server finds wrong with a field stands beside that field', async () => {
    // The browser would stop at 120 characters; test the server's limit.
    await dialog.getByLabel('Company').evaluate((field) => field.removeAttribute('maxlength'))
    await page.route(
      '**/api/register-multi-event',
      async (route) => {
        const body = { ...route.request().postDataJSON(), company: 'x'.repeat(121) }
        await route.continue({ postData: JSON.stringify(body) })
      },
      { times: 1 },
    )
    await fillIn(dialog, person)
    await submit.click()
    const text = /at most 120 characters/
    await expect(dialog.getByLabel('Company')).toHaveAccessibleDescription(text)
    await expectToast(page, { title: 'Registration Failed', text, variant: 'destructive' })
  })

  await test.step('a mistyped domain is pointed out, corrected with one press, and never blocks', async () => {
    const mistyped = person.email.replace('example.com', 'gmial.com')
    const meant = mistyped.replace('gmial', 'gmail')
    await fillIn(dialog, { email: mistyped })
    await expect(email).toHaveAccessibleDescription(/Did you mean .*@gmail\.com/)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: meant }).click()
    await expect(email).toHaveValue(meant)
    await expect(dialog.getByText('Did you mean')).toHaveCount(0)
    await email.fill(mistyped)
    await submit.click()
    await expectToast(page, { title: '🎉 Registration Successful!' })
  })
})
