import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  findEvent,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  registerElsewhere,
  sampleTitles,
} from './support/landing.ts'

const path = '**/api/register-multi-event'
const variant = 'destructive'

test('a visitor registers for an event, sees what happens next, and is welcomed back', async ({
  page,
}) => {
  const person = newPerson()
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  const submit = dialog.getByRole('button', { name: 'Register for Event' })
  await expect(dialog).toContainText(sampleTitles.first)
  await fillIn(dialog, person)
  await dialog.getByLabel('Company').fill('Karoo Coffee')
  await dialog.getByLabel('Job title').fill('Founder')
  const request = page.waitForRequest(path)
  await test.step('the button says that it is registering while it is', async () => {
    const held = await holdCalls(page, path, { times: 1 })
    await submit.click()
    const button = dialog.getByRole('button', { name: 'Registering...' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
    held.letGo()
  })
  const { id } = await findEvent(page, sampleTitles.first)
  expect((await request).postDataJSON()).toMatchObject({
    ...person,
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    receiveUpdates: true,
    receiveEventInvites: true,
    eventIds: [id],
  })
  await expectToast(page, { title: '🎉 Registration Successful!', text: /Thandi/ })
  const success = await openDialog(page, 'You are registered')
  await expect(success.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
  await expect(success).toContainText(/day, \d+ \w+ \d{4}/)
  await expect(success).toContainText('18:00-19:00 CAT')
  await expect(success).toContainText(person.email)
  await expect(success).toContainText('Reminders follow a day and an hour before the event.')
  await expect(success.getByRole('link', { name: 'Google' })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/.*dates=\d{8}T160000Z%2F\d{8}T170000Z/,
  )
  const download = page.waitForEvent('download')
  await success.getByRole('link', { name: 'Calendar file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^interview-\d+\.ics$/)
  // A press right after opening would be ignored.
  await page.clock.setFixedTime(Date.now() + 5000)
  await success.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('a known person gets a new seat in another event', async () => {
    const known = newPerson()
    await registerElsewhere(page, known)
    await openRegisterDialog(page)
    await fillIn(dialog, known)
    await submit.click()
    await expectToast(page, { title: '🎉 Registration Successful!' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('somebody who registers again is welcomed back', async () => {
    const event = await findEvent(page, sampleTitles.second)
    await registerElsewhere(page, person, [event.id])
    await page.clock.setFixedTime(Date.parse(event.eventTime) - 2 * 60 * 60 * 1000)
    await openRegisterDialog(page, sampleTitles.second)
    await fillIn(dialog, { ...person, email: person.email.toUpperCase() })
    await submit.click()
    await expectToast(page, { title: 'Welcome Back!', text: /Thandi/ })
    const again = await openDialog(page, 'You are already registered')
    await expect(again).toContainText('Your join link is in the confirmation email')
    await expect(again).toContainText('A reminder follows an hour before the event.')
    await expect(again).not.toContainText('a day')
  })
})

test('each answer that is no registration says what is specified', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/40[039]|ERR_INTERNET_DISCONNECTED/)
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  const submit = dialog.getByRole('button', { name: 'Register for Event' })
  const person = newPerson()
  await fillIn(dialog, person)

  await test.step('a refusal says why and keeps what was typed', async () => {
    const text = 'The curtain is stuck.'
    const refuse = { status: 403, json: { message: text } }
    await page.route(path, (route) => route.fulfill(refuse), { times: 1 })
    await submit.click()
    await expectToast(page, { title: 'Registration Failed', text, variant })
    await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  })

  await test.step('without a network somebody is asked to try again', async () => {
    await page.route(path, (route) => route.abort('internetdisconnected'), { times: 1 })
    await submit.click()
    await expectToast(page, { title: 'Registration Failed', text: 'Please try again.', variant })
  })

  for (const message of ['You are already registered', 'A registration already exists']) {
    await test.step(`"${message}" counts as success`, async () => {
      const refuse = { status: 400, json: { message } }
      await page.route(path, (route) => route.fulfill(refuse), { times: 1 })
      await submit.click()
      await expectToast(page, {
        title: 'Already Registered!',
        text: "Great news - you're already signed up! You can access videos anytime using your email address.",
      })
      await openDialog(page, 'You are already registered')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Dismiss notification' }).click()
      await openRegisterDialog(page)
    })
  }

  await test.step('an event that has ended meanwhile leads to future events', async () => {
    const { id } = await findEvent(page, sampleTitles.withRecording)
    // The server's own refusal: the request names a past event.
    await page.route(path, async (route) => {
      await route.continue({
        postData: JSON.stringify({ ...route.request().postDataJSON(), eventIds: [id] }),
      })
    })
    await fillIn(dialog, newPerson())
    await submit.click()
    await expectToast(page, {
      title: 'Event Has Finished',
      text: 'This event has already ended. Would you like to be notified about future events?',
    })
    const future = await openDialog(page, 'Future Event Registration')
    await expect(future).toContainText(sampleTitles.first)
    await expect(future.getByLabel('Last name')).toBeVisible()
  })
})
