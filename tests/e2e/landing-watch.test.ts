import { holdCalls } from './support/hold-calls.ts'
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
import { endSession } from './support/members.ts'

test.use({ showsRecordings: true })

const loginPath = '**/api/video-access/login'
const accessPath = '**/api/video-access'
const variant = 'destructive'
const unknown = "Sorry, we couldn't find that email"
const storedEmail = () => window.localStorage.getItem('videoAccessEmail')

test('the dialog checks an email, says why there is no access, and a known one opens the library', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/40[34]|429/)
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await expect(dialog).toContainText(sampleTitles.withRecording)
  const email = dialog.getByLabel('Email', { exact: true })
  const enter = dialog.getByRole('button', { name: 'Access Videos' })

  await test.step('without an email nothing is asked of the server', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveAttribute('required', '')
    await enter.click()
    await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/)
    await expect(email).toBeFocused()
    expect(asked.filter((url) => url.includes('login'))).toEqual([])
  })

  await test.step('the two modes can be switched back and forth, and keep the email', async () => {
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
    await expect(enter).toBeVisible()
    await expect(email).toHaveValue('thandi@example.com')
  })

  await test.step('the button says that it is checking while it is', async () => {
    const held = await holdCalls(page, loginPath, { times: 1 })
    await email.fill(newPerson().email)
    await enter.click()
    await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeVisible()
    held.letGo()
    const text = 'Please try another email or register below to get access.'
    await expectToast(page, { title: unknown, text, variant })
    await expect(enter).toBeVisible()
    expect(await page.evaluate(storedEmail)).toBeNull()
  })

  await test.step('too many attempts are told apart from an unknown email', async () => {
    const message = 'Too many attempts. Please wait a minute.'
    const refuse = { status: 429, json: { message } }
    await page.route(loginPath, (route) => route.fulfill(refuse), { times: 1 })
    await enter.click()
    await expectToast(page, { title: unknown, text: message, variant })
  })

  await test.step('access that is refused to who registers says why', async () => {
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, newPerson())
    const message = 'The projector is broken.'
    for (const [json, text] of [
      [{ message }, message],
      [{}, 'Please try again.'],
    ] as const) {
      await page.route(accessPath, (route) => route.fulfill({ status: 403, json }), { times: 1 })
      await dialog.getByRole('button', { name: 'Register & Watch' }).click()
      await expectToast(page, { title: 'Access Failed', text, variant })
    }
    await dialog.getByRole('button', { name: 'Access with Email' }).click()
  })

  await test.step('a known email opens the library at once and is remembered', async () => {
    const person = newPerson()
    await registerElsewhere(page, person)
    await email.fill(` ${person.email.toUpperCase()} `)
    await enter.click()
    await page.waitForURL(/\/members\?watch=\d+$/)
    expect(await page.evaluate(storedEmail)).toBe(person.email)
  })
})

test('registering from the dialog opens the library after a second, with a seat for who wants one', async ({
  page,
}) => {
  await openPage(page)
  const { id } = await findEvent(page, sampleTitles.first)
  const dialog = await openWatchDialog(page)
  const submit = dialog.getByRole('button', { name: 'Register & Watch' })

  await test.step('without a seat', async () => {
    const person = newPerson()
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, person)
    await dialog.getByLabel('Mobile').fill('+27 82 000 0000')
    const request = page.waitForRequest(accessPath)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await submit.click()
    const sent = (await request).postDataJSON()
    expect(sent).toMatchObject({ ...person, mobile: '+27 82 000 0000', receiveEventInvites: false })
    expect(sent.eventId).toBeUndefined()
    await expectToast(page, { title: 'Access Granted!', text: 'Redirecting to video library...' })
    expect(await page.evaluate(storedEmail)).toBe(person.email)
    await page.clock.runFor(900)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.clock.runFor(200)
    await page.waitForURL(/\/members\?watch=\d+$/)
    // The toast lasts as long as any other, also above the player.
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return page.getByRole('dialog').count()
      })
      .toBe(1)
    await page.clock.runFor(2500)
    await expectToast(page, { title: 'Access Granted!' })
    await page.clock.runFor(3000)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('with a seat in the next event', async () => {
    await endSession(page)
    await page.evaluate(() => localStorage.clear())
    await openPage(page)
    await openWatchDialog(page)
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, newPerson())
    const box = dialog.getByRole('checkbox', { name: 'I would like to attend the next event' })
    await expect(box).not.toBeChecked()
    await expect(box).toHaveAccessibleDescription(new RegExp(sampleTitles.first))
    await expect(dialog).toContainText('will not be signed up for updates')
    await expect(dialog).not.toContainText('you agree to receive')
    await box.check()
    await expect(dialog).toContainText('By continuing you agree to receive updates and invitations')
    const request = page.waitForRequest(accessPath)
    await submit.click()
    expect((await request).postDataJSON()).toMatchObject({ receiveEventInvites: true, eventId: id })
    await page.waitForURL(/\/members\?watch=\d+$/)
  })
})
