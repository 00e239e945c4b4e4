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

test('a visitor registers for an event and sees what happens next', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await expect(dialog).toContainText(sampleTitles.first)
  await fillIn(dialog, person)
  await dialog.getByLabel('Company').fill('Karoo Coffee')
  await dialog.getByLabel('Job title').fill('Founder')
  const request = page.waitForRequest(path)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
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
  const success = await openDialog(page, 'Your seat is booked')
  await expect(success.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
  await expect(success).toContainText(/day, \d+ \w+ \d{4}/)
  await expect(success).toContainText('18:00-19:00 CAT')
  await expect(success).toContainText(person.email)
  await expect(success).toContainText('Reminders follow a day and an hour before the interview.')
  await expect(success.getByRole('link', { name: 'Google' })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/.*dates=\d{8}T160000Z%2F\d{8}T170000Z/,
  )
  const download = page.waitForEvent('download')
  await success.getByRole('link', { name: 'Calendar file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^interview-\d+\.ics$/)
  await success.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the button says that it is registering while it is', async ({ page }) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, newPerson())
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const button = dialog.getByRole('button', { name: 'Registering...' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  go()
  await openDialog(page, 'Your seat is booked')
})

test('somebody who registers again is welcomed back', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  const { id, eventTime } = await findEvent(page, sampleTitles.second)
  await registerElsewhere(page, person, [id])
  await page.clock.setFixedTime(Date.parse(eventTime) - 2 * 60 * 60 * 1000)
  const dialog = await openRegisterDialog(page, sampleTitles.second)
  await fillIn(dialog, { ...person, email: person.email.toUpperCase() })
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: 'Welcome Back!', text: /Thandi/ })
  const success = await openDialog(page, 'You already have a seat')
  await expect(success).toContainText('sent when you registered, or on its way now')
  await expect(success).toContainText('A reminder follows an hour before the interview.')
  await expect(success).not.toContainText('a day')
})

test('a known person who registers for another event gets a new seat', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  await registerElsewhere(page, person)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: '🎉 Registration Successful!' })
})

test('an event that has ended meanwhile leads to future events', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.withRecording)
  // The server refuses by itself: the request names an event that is over.
  await page.route(path, async (route) => {
    await route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), eventIds: [id] }),
    })
  })
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, {
    title: 'Event Has Finished',
    text: 'This event has already ended. Would you like to be notified about future events?',
  })
  const future = await openDialog(page, 'Future Event Registration')
  await expect(future).toContainText(sampleTitles.first)
  await expect(future.getByLabel('Last name')).toBeVisible()
})

for (const message of ['You are already registered', 'A registration already exists']) {
  test(`an answer that says "${message}" counts as success`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/400/)
    await page.route(path, (route) => route.fulfill({ status: 400, json: { message } }))
    await openPage(page)
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, newPerson())
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectToast(page, {
      title: 'Already Registered!',
      text: "Great news - you're already signed up! You can access videos anytime using your email address.",
    })
    await openDialog(page, 'You already have a seat')
  })
}

test('a refused registration says why and keeps what was typed', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/403/)
  await page.route(path, (route) =>
    route.fulfill({ status: 403, json: { message: 'The curtain is stuck.' } }),
  )
  await openPage(page)
  const person = newPerson()
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const variant = 'destructive'
  await expectToast(page, { title: 'Registration Failed', text: 'The curtain is stuck.', variant })
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
})

test('a registration without a network asks to try again', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, newPerson())
  await page.route(path, (route) => route.abort('internetdisconnected'))
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  const variant = 'destructive'
  await expectToast(page, { title: 'Registration Failed', text: 'Please try again.', variant })
})
