import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  findEvent,
  newPerson,
  openPage,
  openWatchDialog,
  registerElsewhere,
  sampleTitles,
} from './support/landing.ts'

const loginPath = '**/api/video-access/login'
const accessPath = '**/api/video-access'
const storedEmail = () => window.localStorage.getItem('videoAccessEmail')

test('a known email opens the library at once and is remembered', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  await registerElsewhere(page, person)
  const dialog = await openWatchDialog(page)
  await expect(dialog).toContainText(sampleTitles.withRecording)
  await dialog.getByLabel('Email').fill(` ${person.email.toUpperCase()} `)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await page.waitForURL(/\/members\?watch=\d+$/)
  expect(await page.evaluate(storedEmail)).toBe(person.email)
})

test('the button says that it is checking while it is', async ({ page, expectConsoleError }) => {
  expectConsoleError(/404/)
  await openPage(page)
  const dialog = await openWatchDialog(page)
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(loginPath, async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByLabel('Email').fill(newPerson().email)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeVisible()
  go()
  await expectToast(page, {
    title: "Sorry, we couldn't find that email",
    text: 'Please try another email or register below to get access.',
    variant: 'destructive',
  })
  await expect(dialog.getByRole('button', { name: 'Access Videos' })).toBeVisible()
  expect(await page.evaluate(storedEmail)).toBeNull()
})

test('without an email nothing is asked of the server', async ({ page }) => {
  await openPage(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const dialog = await openWatchDialog(page)
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(dialog.getByLabel('Email')).toHaveAttribute('required', '')
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    /Please enter a valid email address/,
  )
  await expect(dialog.getByLabel('Email')).toBeFocused()
  expect(asked.filter((url) => url.includes('login'))).toEqual([])
})

test('too many attempts are told apart from an unknown email', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/429/)
  const message = 'Too many attempts. Please wait a minute.'
  await page.route(loginPath, (route) => route.fulfill({ status: 429, json: { message } }))
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await dialog.getByLabel('Email').fill(newPerson().email)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  const title = "Sorry, we couldn't find that email"
  await expectToast(page, { title, text: message, variant: 'destructive' })
})

test('registering from the dialog opens the library after a second', async ({ page }) => {
  const person = newPerson()
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  await fillIn(dialog, person)
  await dialog.getByLabel('Mobile').fill('+27 82 000 0000')
  const request = page.waitForRequest(accessPath)
  await page.clock.install()
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  const sent = (await request).postDataJSON()
  expect(sent).toMatchObject({ ...person, mobile: '+27 82 000 0000', receiveEventInvites: false })
  expect(sent.eventId).toBeUndefined()
  await expectToast(page, { title: 'Access Granted!', text: 'Redirecting to video library...' })
  expect(await page.evaluate(storedEmail)).toBe(person.email)
  await page.clock.runFor(900)
  expect(new URL(page.url()).pathname).toBe('/')
  await page.clock.runFor(200)
  await page.waitForURL(/\/members\?watch=\d+$/)
})

test('the box takes a seat in the next event as well', async ({ page }) => {
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.first)
  const dialog = await openWatchDialog(page)
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  await fillIn(dialog, newPerson())
  const box = dialog.getByRole('checkbox', { name: 'I would like to attend the next event' })
  await expect(box).not.toBeChecked()
  await expect(box).toHaveAccessibleDescription(new RegExp(sampleTitles.first))
  await expect(dialog).toContainText('does not sign you up for updates')
  await expect(dialog).not.toContainText('you agree to receive')
  await box.check()
  await expect(dialog).toContainText('By continuing you agree to receive updates and invitations')
  const request = page.waitForRequest(accessPath)
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  expect((await request).postDataJSON()).toMatchObject({ receiveEventInvites: true, eventId: id })
  await page.waitForURL(/\/members\?watch=\d+$/)
})

test('the two modes can be switched back and forth, and keep the email', async ({ page }) => {
  await openPage(page)
  const dialog = await openWatchDialog(page)
  const email = dialog.getByLabel('Email', { exact: true })
  await email.fill('thandi@example')
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  for (const label of ['First name', 'Last name', 'Email', 'Company', 'Job title', 'Mobile']) {
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible()
  }
  await expect(email).toHaveValue('thandi@example')
  await email.fill('thandi@example.com')
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Access with Email' }).click()
  await expect(dialog.getByLabel('First name')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Access Videos' })).toBeVisible()
  await expect(email).toHaveValue('thandi@example.com')
})

test('access that is refused says why', async ({ page, expectConsoleError }) => {
  expectConsoleError(/403/)
  const message = 'The projector is broken.'
  let answer: Record<string, string> = { message }
  await page.route(accessPath, (route) => route.fulfill({ status: 403, json: answer }))
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  await fillIn(dialog, newPerson())
  const variant = 'destructive'
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  await expectToast(page, { title: 'Access Failed', text: message, variant })
  answer = {}
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  await expectToast(page, { title: 'Access Failed', text: 'Please try again.', variant })
})

test('who has access already goes straight to the library', async ({ page }) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await page.request.post('/api/video-access/login', { data: { email: person.email } })
  const status = page.waitForResponse('**/api/auth/status')
  await openPage(page)
  await status
  const card = page.getByRole('article', { name: sampleTitles.withRecording })
  await card.getByRole('button', { name: 'Watch Interview' }).click()
  await page.waitForURL(/\/members\?watch=\d+$/)
})
