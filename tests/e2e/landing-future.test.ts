import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  findEvent,
  newPerson,
  openFutureDialog,
  openPage,
  openRegisterDialog,
  registerElsewhere,
  sampleTitles,
} from './support/landing.ts'

const variant = 'destructive'

test('somebody new is checked, offered a notice, and pre-registered', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.future)
  const dialog = await openFutureDialog(page)
  await expect(dialog).toContainText(sampleTitles.future)
  await expect(dialog.getByLabel('Last name')).toHaveCount(0)
  await fillIn(dialog, { firstName: person.firstName, email: person.email })
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/check-registration', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ email: person.email, eventId: id })
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeVisible()
  go()
  await expect(dialog).toContainText(person.email)
  const request = page.waitForRequest('**/api/pre-register')
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  expect((await request).postDataJSON()).toMatchObject({ email: person.email, eventId: id })
  const text = "We'll notify you when the event date is confirmed"
  await expectToast(page, { title: 'Pre-registration Successful!', text })
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const again = await openFutureDialog(page)
  await fillIn(again, { firstName: person.firstName, email: person.email })
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectToast(page, { title: 'Already Registered!' })
})

test('knowing somebody is not enough: the check is about this event', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  await registerElsewhere(page, person)
  const dialog = await openFutureDialog(page)
  await fillIn(dialog, { firstName: person.firstName, email: person.email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use another email' }).click()
  await expect(dialog.getByLabel('Email')).toBeVisible()
})

for (const [status, message, text] of [
  [500, 'unseen', 'Something went wrong. Please try again.'],
  [429, 'Please wait a minute.', 'Please wait a minute.'],
] as const) {
  test(`a check that fails with ${status} returns to the first step`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(new RegExp(String(status)))
    await page.route('**/api/check-registration', (route) =>
      route.fulfill({ status, json: { message } }),
    )
    await openPage(page)
    const person = newPerson()
    const dialog = await openFutureDialog(page)
    await fillIn(dialog, { firstName: person.firstName, email: person.email })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectToast(page, { title: 'Check Failed', text, variant })
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  })
}

test('a pre-registration that fails says so and can be tried again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  await page.route('**/api/pre-register', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await openPage(page)
  const dialog = await openFutureDialog(page)
  await fillIn(dialog, { firstName: 'Thandi', email: newPerson().email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  const text = 'Failed to register for future event'
  await expectToast(page, { title: 'Pre-registration Failed', text, variant })
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  await expectToast(page, { title: 'Pre-registration Successful!' })
})

test('a pre-registration for an event that has ended asks for future updates', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.withRecording)
  await page.route('**/api/pre-register', async (route) => {
    const body = { ...route.request().postDataJSON(), eventId: id }
    await route.continue({ postData: JSON.stringify(body) })
  })
  const dialog = await openFutureDialog(page)
  await fillIn(dialog, { firstName: 'Thandi', email: newPerson().email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  await expectToast(page, { title: 'Event Has Finished' })
  await expect(dialog.getByLabel('Last name')).toBeVisible()
})

test('after an event has ended the visitor joins the list for future ones', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409|500/)
  const person = newPerson()
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.first)
  await page.route('**/api/register-multi-event', (route) =>
    route.fulfill({ status: 409, json: { suggestFutureEvents: true } }),
  )
  const register = await openRegisterDialog(page)
  await fillIn(register, person)
  await register.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, {
    title: 'Event Has Finished',
    text: 'This event has already ended. Would you like to be notified about future events?',
  })
  const dialog = page.getByRole('dialog', { name: 'Future Event Registration' })
  await fillIn(dialog, { lastName: '' })
  await dialog.getByRole('button', { name: 'Get future updates' }).click()
  await expect(dialog.getByText('Last name is required')).toBeVisible()
  await fillIn(dialog, person)
  const path = '**/api/register-future-events'
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog.getByRole('button', { name: 'Get future updates' }).click()
  const text = 'Failed to register for future events notifications'
  await expectToast(page, { title: 'Registration Failed', text, variant })
  const request = page.waitForRequest(path)
  await dialog.getByRole('button', { name: 'Get future updates' }).click()
  expect((await request).postDataJSON()).toMatchObject({ ...person, eventId: id })
  await expectToast(page, { title: 'Added to Future Events List!', text: /Thandi/ })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
