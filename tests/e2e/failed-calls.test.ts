import type { Page } from '@playwright/test'
import { openDashboard } from './support/desk-dashboard.ts'
import { createElsewhere, openEditor, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openFutureDialog,
  openPage,
  openRegisterDialog,
  openWatchDialog,
} from './support/landing.ts'
import { enterLibrary, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

const variant = 'destructive'

/** Takes the line away; the answer lists what is sent once it is back. */
async function loseTheLine(page: Page) {
  const sentLater: string[] = []
  await page.context().setOffline(true)
  return {
    async comesBack() {
      page.on('request', (request) => {
        if (request.method() !== 'GET') sentLater.push(new URL(request.url()).pathname)
      })
      await page.context().setOffline(false)
      // What waited for the line is sent before the first read that is made after it.
      await page.evaluate(() => fetch('/api/events'))
      return sentLater
    },
  }
}

/** Lets the server break once, with words that are not for visitors. */
async function breakOnce(page: Page) {
  const message = 'connect ECONNREFUSED 10.0.0.3:5432'
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { message } }), {
    times: 1,
  })
}

const presses = {
  'registering for an event': {
    open: (page: Page) => openRegisterDialog(page),
    button: 'Register for Event',
    toast: { title: 'Registration Failed', text: 'Please try again.' },
  },
  'checking a registration': {
    open: (page: Page) => openFutureDialog(page),
    button: 'Continue',
    toast: { title: 'Check Failed', text: 'Something went wrong. Please try again.' },
  },
  'entering with an email': {
    open: (page: Page) => openWatchDialog(page),
    button: 'Access Videos',
    toast: {
      title: "Sorry, we couldn't find that email",
      text: 'Please try another email or register below to get access.',
    },
  },
  'registering to watch': {
    async open(page: Page) {
      const dialog = await openWatchDialog(page)
      await dialog.getByRole('button', { name: 'Register Instead' }).click()
      return dialog
    },
    button: 'Register & Watch',
    toast: { title: 'Access Failed', text: 'Please try again.' },
  },
}

for (const [what, { open, button, toast }] of Object.entries(presses)) {
  test(`${what} that fails says what is specified, and offline it is not sent later`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|503/)
    const { firstName, lastName, email } = newPerson()
    await openPage(page)
    const dialog = await open(page)
    const hasLastName = (await dialog.getByLabel('Last name').count()) > 0
    const hasFirstName = (await dialog.getByLabel('First name').count()) > 0
    const typed = { ...(hasFirstName && { firstName }), ...(hasLastName && { lastName }), email }
    await fillIn(dialog, typed)
    await breakOnce(page)
    await dialog.getByRole('button', { name: button }).click()
    await expectToast(page, { ...toast, variant })
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    const line = await loseTheLine(page)
    await dialog.getByRole('button', { name: button }).click()
    await expectToast(page, { ...toast, variant })
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expect(dialog.getByRole('button', { name: button })).toBeEnabled()
    await page.keyboard.press('Escape')
    expect(await line.comesBack()).toEqual([])
  })
}

test('offline, asking to be notified fails at once and is not sent later', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  const { firstName, email } = newPerson()
  await openPage(page)
  const dialog = await openFutureDialog(page)
  await fillIn(dialog, { firstName, email })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
  const line = await loseTheLine(page)
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  await expectToast(page, { title: 'Pre-registration Failed', variant })
  expect(await line.comesBack()).toEqual([])
})

test('offline, the wish for future updates fails at once and is not sent later', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|409/)
  await page.route('**/api/register-multi-event', (route) =>
    route.fulfill({ status: 409, json: { suggestFutureEvents: true, message: 'It is over.' } }),
  )
  await openPage(page)
  const first = await openRegisterDialog(page)
  await fillIn(first, newPerson())
  await first.getByRole('button', { name: 'Register for Event' }).click()
  const dialog = await openDialog(page, 'Future Event Registration')
  await fillIn(dialog, newPerson())
  const line = await loseTheLine(page)
  await dialog.getByRole('button', { name: 'Get future updates' }).click()
  await expectToast(page, { title: 'Registration Failed', variant })
  expect(await line.comesBack()).toEqual([])
})

test('offline, entering the library and leaving it fail at once and are not sent later', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  const email = await newMember(request)
  await openLoginCard(page)
  const line = await loseTheLine(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Access Videos' }).click()
  const text = 'Email not found. Please register first to access the video library.'
  await expectToast(page, { title: 'Access Denied', text, variant })
  expect(await line.comesBack()).toEqual([])

  await enterLibrary(page, email)
  const again = await loseTheLine(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, { title: 'Not Logged Out', variant })
  expect(await again.comesBack()).not.toContain('/api/admin/logout')
})

test('offline, what is pressed on the desk fails at once and is not sent later', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  await openPage(page, '/admin')
  await page.getByLabel('Username').fill(greenroom.adminUsername)
  await page.getByLabel('Password').fill(greenroom.adminPassword)
  const atTheDoor = await loseTheLine(page)
  await page.getByRole('button', { name: 'Login' }).click()
  const text = 'Invalid username or password'
  await expectToast(page, { title: 'Login Failed', text, variant })
  expect(await atTheDoor.comesBack()).toEqual([])

  await openDashboard(page, greenroom)
  await page.waitForLoadState('networkidle')
  const inside = await loseTheLine(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, { title: 'Not Logged Out', variant })
  expect(await inside.comesBack()).toEqual([])

  await signIn(page, greenroom)
  const { id } = await createElsewhere(page, greenroom)
  const form = await openEditor(page, greenroom, id)
  await form.getByLabel('Title', { exact: true }).fill('Harbour lights, dimmed')
  const editing = await loseTheLine(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Nothing is lost: please try again.')).toBeVisible()
  expect(await editing.comesBack()).toEqual([])
})
