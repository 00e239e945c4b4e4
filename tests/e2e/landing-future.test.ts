import type { Locator } from '@playwright/test'
import { holdCalls } from './support/hold-calls.ts'
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
  type Person,
} from './support/landing.ts'

const variant = 'destructive'

/** Fills the dialog's first step with a person. */
async function sayWho(dialog: Locator, { firstName, email }: Person) {
  await fillIn(dialog, { firstName, email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

test('a new person is checked, offered a notification, and pre-registered; a known one is recognised', async ({
  page,
}) => {
  const person = newPerson()
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.future)
  const dialog = await openFutureDialog(page)
  await expect(dialog).toContainText(sampleTitles.future)
  await expect(dialog.getByLabel('Last name')).toHaveCount(0)

  await test.step('the check', async () => {
    const check = page.waitForRequest('**/api/check-registration')
    const held = await holdCalls(page, '**/api/check-registration', { times: 1 })
    await sayWho(dialog, person)
    expect((await check).postDataJSON()).toMatchObject({ email: person.email, eventId: id })
    await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeVisible()
    held.letGo()
    await expect(dialog).toContainText(person.email)
  })

  await test.step('the notice', async () => {
    const request = page.waitForRequest('**/api/pre-register')
    await dialog.getByRole('button', { name: 'Notify Me' }).click()
    expect((await request).postDataJSON()).toMatchObject({ email: person.email, eventId: id })
    const text = "We'll notify you when the event date is confirmed"
    await expectToast(page, { title: 'Pre-registration Successful!', text })
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the same person again', async () => {
    await openFutureDialog(page)
    await sayWho(dialog, person)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectToast(page, { title: 'Already Registered!' })
  })

  await test.step('knowing somebody is not enough: the check is about this event', async () => {
    const known = newPerson()
    await registerElsewhere(page, known)
    await openFutureDialog(page)
    await sayWho(dialog, known)
    await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Use another email' }).click()
    await expect(dialog.getByLabel('Email')).toBeVisible()
  })
})

test('a check and a pre-registration that fail say so, and an event that has ended asks for future updates', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/500|429|409/)
  await openPage(page)
  const person = newPerson()
  const dialog = await openFutureDialog(page)
  const notify = dialog.getByRole('button', { name: 'Notify Me' })

  for (const [status, message, text] of [
    [500, 'unseen', 'Something went wrong. Please try again.'],
    [429, 'Please wait a minute.', 'Please wait a minute.'],
  ] as const) {
    await test.step(`a check that fails with ${status} returns to the first step`, async () => {
      const refuse = { status, json: { message } }
      await page.route('**/api/check-registration', (route) => route.fulfill(refuse), { times: 1 })
      await sayWho(dialog, person)
      await expectToast(page, { title: 'Check Failed', text, variant })
      await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
      await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
    })
  }

  await test.step('a pre-registration that fails can be tried again', async () => {
    const broken = { status: 500, body: '' }
    await page.route('**/api/pre-register', (route) => route.fulfill(broken), { times: 1 })
    await sayWho(dialog, person)
    await notify.click()
    const text = 'Failed to register for future event'
    await expectToast(page, { title: 'Pre-registration Failed', text, variant })
    await notify.click()
    await expectToast(page, { title: 'Pre-registration Successful!' })
  })

  await test.step('for an event that has ended', async () => {
    const { id } = await findEvent(page, sampleTitles.withRecording)
    await page.route('**/api/pre-register', async (route) => {
      const body = { ...route.request().postDataJSON(), eventId: id }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await openFutureDialog(page)
    await sayWho(dialog, newPerson())
    await notify.click()
    await expectToast(page, { title: 'Pre-registration Failed', variant: 'destructive' })
    await expect(dialog.getByLabel('Last name')).toBeVisible()
  })
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
