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
import { endSession } from './support/members.ts'

test.use({ showsRecordings: true })

test('typed values survive the dialog, fill the next form, and open the library', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await openPage(page)
  const person = newPerson()
  const dialog = await openRegisterDialog(page)

  await test.step('with nothing typed one press beside the dialog closes it', async () => {
    // A press right after opening would be ignored.
    await expect
      .poll(async () => {
        await page.mouse.click(4, 300)
        return dialog.count()
      })
      .toBe(0)
  })

  await test.step('with something typed it closes at a second one, and keeps it all the same', async () => {
    await openRegisterDialog(page)
    await dialog.getByLabel('First name').fill('  Thandi ')
    const warning = dialog.getByText('Press outside again')
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

  await test.step('a form begins with it, and forgets a field that was cleared', async () => {
    await fillIn(dialog, person)
    await dialog.getByLabel('Company').fill('Karoo Coffee')
    await dialog.getByLabel('Company').fill('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const future = await openFutureDialog(page)
    await expect(future.getByLabel('First name')).toHaveValue(person.firstName)
    await expect(future.getByLabel('Email')).toHaveValue(person.email)
    await future.getByRole('button', { name: 'Continue' }).click()
    await test.step("the way back by 'Use another email' keeps the first name", async () => {
      await future.getByRole('button', { name: 'Use another email' }).click()
      await expect(future.getByLabel('First name')).toHaveValue('Thandi')
      await expect(future.getByLabel('First name')).toBeFocused()
    })
    await page.keyboard.press('Escape')
    await openRegisterDialog(page)
    await expect(dialog.getByLabel('Last name')).toHaveValue(person.lastName)
    await expect(dialog.getByLabel('Company')).toHaveValue('')
  })

  await test.step("so does the form after 'Event Has Finished'", async () => {
    const ended = { status: 409, json: { eventStatus: 'finished', message: 'It is over.' } }
    await page.route('**/api/register-multi-event', (route) => route.fulfill(ended), { times: 1 })
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    const future = await openDialog(page, 'Future Event Registration')
    await expect(future.getByLabel('First name')).toHaveValue(person.firstName)
    await expect(future.getByLabel('Last name')).toHaveValue(person.lastName)
    await expect(future.getByLabel('Email')).toHaveValue(person.email)
    await page.keyboard.press('Escape')
  })

  await test.step('a registration leads on to the library without the e-mail being typed again', async () => {
    await openRegisterDialog(page)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    const booked = await openDialog(page, 'You are registered')
    await expect(booked.getByText('One registration opens the whole archive')).toBeVisible()
    await booked.getByRole('button', { name: 'Open the video library' }).click()
    await page.waitForURL('**/members')
    await expect(page.getByText(person.email)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('videoAccessEmail'))).toBe(person.email)
  })

  await test.step('a form is filled in from the stored e-mail', async () => {
    await endSession(page)
    await openPage(page, '/events/the-last-mile-comes-first')
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
  })
})
