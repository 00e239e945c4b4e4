import { expect, test } from './support/journey.ts'
import {
  fillIn,
  newPerson,
  openDialog,
  openFutureDialog,
  openPage,
  openRegisterDialog,
} from './support/landing.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'

test.use({ showsRecordings: true })

test('a registration leads on to the library without the e-mail being typed again', async ({
  page,
}) => {
  await openPage(page)
  const person = newPerson()
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const booked = await openDialog(page, 'Your seat is booked')
  await expect(booked.getByText('One registration opens the whole archive')).toBeVisible()
  await expectNoAxeViolations(page)
  await booked.getByRole('button', { name: 'To the video library' }).click()
  await page.waitForURL('**/members')
  await expect(page.getByText(person.email)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('videoAccessEmail'))).toBe(person.email)
})

test('a form begins with what this visit typed before, and forgets a field that was cleared', async ({
  page,
}) => {
  await openPage(page)
  const person = newPerson()
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByLabel('Company').fill('Karoo Coffee')
  await dialog.getByLabel('Company').fill('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const future = await openFutureDialog(page)
  await expect(future.getByLabel('First name')).toHaveValue(person.firstName)
  await expect(future.getByLabel('Email')).toHaveValue(person.email)
  await page.keyboard.press('Escape')
  await openRegisterDialog(page)
  await expect(dialog.getByLabel('Last name')).toHaveValue(person.lastName)
  await expect(dialog.getByLabel('Company')).toHaveValue('')
})

test('a form is filled in from the stored e-mail', async ({ page }) => {
  await openPage(page, '/notify')
  const { email } = newPerson()
  await page.evaluate((value) => localStorage.setItem('videoAccessEmail', value), email)
  await openPage(page, '/events/the-last-mile-comes-first')
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test("the form after 'Event Has Finished' goes on with what was typed", async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await page.route('**/api/register-multi-event', (route) =>
    route.fulfill({ status: 409, json: { eventStatus: 'finished', message: 'It is over.' } }),
  )
  await openPage(page)
  const person = newPerson()
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const future = await openDialog(page, 'Future Event Registration')
  await expect(future.getByLabel('First name')).toHaveValue(person.firstName)
  await expect(future.getByLabel('Last name')).toHaveValue(person.lastName)
  await expect(future.getByLabel('Email')).toHaveValue(person.email)
})

test("the way back by 'Use another email' keeps the first name", async ({ page }) => {
  await openPage(page)
  const dialog = await openFutureDialog(page)
  await fillIn(dialog, { firstName: 'Thandi', email: newPerson().email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Use another email' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Thandi')
  await expect(dialog.getByLabel('First name')).toBeFocused()
})

test('what was typed is kept from one press beside the dialog, not from a second', async ({
  page,
}) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await dialog.getByLabel('First name').fill('Thandi')
  const warning = dialog.getByText('Press beside it once more')
  // A press of the first moment counts for what stood there before the dialog.
  await expect
    .poll(async () => {
      await page.mouse.click(4, 300)
      return warning.count()
    })
    .toBe(1)
  await expect(dialog).toBeVisible()
  await expectNoAxeViolations(page)
  await page.mouse.click(4, 300)
  await expect(dialog).toBeHidden()
  await openRegisterDialog(page)
  await expect(dialog.getByLabel('First name')).toHaveValue('Thandi')
})

test('with nothing typed one press beside the dialog closes it', async ({ page }) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await expect
    .poll(async () => {
      await page.mouse.click(4, 300)
      return dialog.count()
    })
    .toBe(0)
})
