import type { Locator, Page } from '@playwright/test'
import { openDashboard } from './support/admin-dashboard.ts'
import { createElsewhere, openEditor, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import {
  dismissToast,
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openFutureDialog,
  openPage,
  openRegisterDialog,
  openWatchDialog,
  type Person,
} from './support/landing.ts'
import { enterLibrary, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

const variant = 'destructive'
const offlineText = 'Your device is offline. Please connect to the internet and try again.'
const offline = { title: 'You Are Offline', text: offlineText, variant } as const

/** Goes offline; returns a function that goes online and lists the requests sent then. */
async function loseTheLine(page: Page) {
  const sentLater: string[] = []
  await page.context().setOffline(true)
  return {
    async comesBack() {
      page.on('request', (request) => {
        if (request.method() !== 'GET') sentLater.push(new URL(request.url()).pathname)
      })
      await page.context().setOffline(false)
      // Requests that waited for the connection are sent before the next read.
      await page.evaluate(() => fetch('/api/events'))
      return sentLater
    },
  }
}

const presses = {
  'registering for an event': {
    open: (page: Page) => openRegisterDialog(page),
    button: 'Register for Event',
    path: '/api/register-multi-event',
    toast: { title: 'Registration Failed', text: 'Please try again.' },
  },
  'checking a registration': {
    open: (page: Page) => openFutureDialog(page),
    button: 'Continue',
    path: '/api/check-registration',
    toast: { title: 'Check Failed', text: 'Something went wrong. Please try again.' },
  },
  'entering with an email': {
    open: (page: Page) => openWatchDialog(page),
    button: 'Access Videos',
    path: '/api/video-access/login',
    toast: {
      title: "Sorry, we couldn't find that email",
      text: 'Please try another email or register below to get access.',
    },
    // The specified title names another reason.
    titleOffline: offline.title,
  },
  'registering to watch': {
    async open(page: Page) {
      const dialog = await openWatchDialog(page)
      await dialog.getByRole('button', { name: 'Register Instead' }).click()
      return dialog
    },
    button: 'Register & Watch',
    path: '/api/video-access',
    toast: { title: 'Access Failed', text: 'Please try again.' },
    titleOffline: offline.title,
  },
}

async function fillInWhatIsAsked(dialog: Locator, person: Person) {
  const { firstName, lastName, email } = person
  const hasLastName = (await dialog.getByLabel('Last name').count()) > 0
  const hasFirstName = (await dialog.getByLabel('First name').count()) > 0
  await fillIn(dialog, {
    ...(hasFirstName && { firstName }),
    ...(hasLastName && { lastName }),
    email,
  })
}

test('failed actions on the home page show the specified text, and are not sent later when offline', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|503|409/)
  const person = newPerson()
  await openPage(page)

  for (const [what, press] of Object.entries(presses)) {
    const { open, button, path, toast } = press
    await test.step(what, async () => {
      const dialog = await open(page)
      await fillInWhatIsAsked(dialog, person)
      // The server fails once, with a message that is not for visitors.
      const broken = { status: 503, json: { message: 'connect ECONNREFUSED 10.0.0.3:5432' } }
      await page.route(`**${path}`, (route) => route.fulfill(broken), { times: 1 })
      await dialog.getByRole('button', { name: button }).click()
      await expectToast(page, { ...toast, variant })
      await dismissToast(page)
      const line = await loseTheLine(page)
      await dialog.getByRole('button', { name: button }).click()
      const title = 'titleOffline' in press ? press.titleOffline : toast.title
      await expectToast(page, { title, text: offlineText, variant })
      await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
      await expect(dialog.getByRole('button', { name: button })).toBeEnabled()
      await dismissToast(page)
      await page.keyboard.press('Escape')
      expect(await line.comesBack()).toEqual([])
    })
  }

  await test.step('offline, asking to be notified', async () => {
    const dialog = await openFutureDialog(page)
    await fillInWhatIsAsked(dialog, person)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    const line = await loseTheLine(page)
    await dialog.getByRole('button', { name: 'Notify Me' }).click()
    await expectToast(page, { title: 'Pre-registration Failed', variant })
    await page.keyboard.press('Escape')
    expect(await line.comesBack()).toEqual([])
  })

  await test.step('offline, the wish for future updates', async () => {
    const ended = { status: 409, json: { suggestFutureEvents: true, message: 'It is over.' } }
    await page.route('**/api/register-multi-event', (route) => route.fulfill(ended), { times: 1 })
    const first = await openRegisterDialog(page)
    await fillIn(first, person)
    await first.getByRole('button', { name: 'Register for Event' }).click()
    const dialog = await openDialog(page, 'Future Event Registration')
    await fillIn(dialog, person)
    const line = await loseTheLine(page)
    await dialog.getByRole('button', { name: 'Get future updates' }).click()
    await expectToast(page, { title: 'Registration Failed', variant })
    expect(await line.comesBack()).toEqual([])
  })
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
  await expectToast(page, offline)
  expect(await line.comesBack()).toEqual([])

  await enterLibrary(page, email)
  const again = await loseTheLine(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, { title: 'Logout Failed', variant })
  expect(await again.comesBack()).not.toContain('/api/admin/logout')
})

test('offline, what is pressed in the admin area fails at once and is not sent later', async ({
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
  await expectToast(page, offline)
  expect(await atTheDoor.comesBack()).toEqual([])

  await openDashboard(page, greenroom)
  await page.waitForLoadState('networkidle')
  const inside = await loseTheLine(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, { title: 'Logout Failed', variant })
  expect(await inside.comesBack()).toEqual([])

  await signIn(page, greenroom)
  const { id } = await createElsewhere(page, greenroom)
  const form = await openEditor(page, greenroom, id)
  await form.getByLabel('Title', { exact: true }).fill('Harbour lights, dimmed')
  const editing = await loseTheLine(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your changes are not lost. Please try again.')).toBeVisible()
  expect(await editing.comesBack()).toEqual([])
})
