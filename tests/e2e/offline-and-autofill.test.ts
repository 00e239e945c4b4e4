import type { Locator, Page } from '@playwright/test'
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
  waitForLife,
  type Person,
} from './support/landing.ts'
import { expectLibrary, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

const text = 'Your device is offline. Please connect to the internet and try again.'

test('every public form says that the device is offline and keeps what was typed', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|status of 401/)
  const email = await newMember(request)
  const person = newPerson()

  await test.step('registration', async () => {
    await openPage(page)
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, person)
    await pressOffline(page, dialog, 'Register for Event')
    await expectToast(page, { title: 'Registration Failed', text, variant: 'destructive' })
    await expectTyped(dialog, person)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectToast(page, { title: '🎉 Registration Successful!' })
  })
  await test.step('both ways to an interview', async () => {
    await openPage(page)
    const dialog = await openWatchDialog(page)
    await dialog.getByLabel('Email').fill(email)
    await pressOffline(page, dialog, 'Access Videos')
    await expectToast(page, { title: 'You Are Offline', text, variant: 'destructive' })
    await expectTyped(dialog, { email })
    await dismissToast(page)
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, person)
    await pressOffline(page, dialog, 'Register & Watch')
    await expectToast(page, { title: 'You Are Offline', text, variant: 'destructive' })
    await expectTyped(dialog, person)
  })
  await test.step('a future event', async () => {
    await openPage(page)
    const dialog = await openFutureDialog(page)
    await fillIn(dialog, { firstName: person.firstName, email })
    await pressOffline(page, dialog, 'Continue')
    await expectToast(page, { title: 'Check Failed', text, variant: 'destructive' })
    await expectTyped(dialog, { firstName: person.firstName, email })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    // The answer to the check must arrive before the device goes offline.
    await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    await pressOffline(page, dialog, 'Notify Me')
    await expectToast(page, { title: 'Pre-registration Failed', text, variant: 'destructive' })
  })
  for (const [slug, button, title] of [
    ['handing-over-the-keys', 'Notify Me', 'Pre-registration Failed'],
    ['letting-go-of-the-map', 'Get future updates', 'Registration Failed'],
  ] as const) {
    await test.step(`the page of ${slug}`, async () => {
      await page.goto(`/events/${slug}`)
      await waitForLife(page, 'form[method="post"]')
      const main = page.getByRole('main')
      await fillIn(main, person)
      await pressOffline(page, main, button)
      await expectToast(page, { title, text, variant: 'destructive' })
      await expectTyped(main, person)
    })
  }
  await test.step('the library', async () => {
    const field = await openLoginCard(page)
    await field.fill(email)
    await pressOffline(page, page.getByRole('main'), 'Access Videos')
    await expectToast(page, { title: 'You Are Offline', text, variant: 'destructive' })
    await expect(field).toHaveValue(email)
    await expect(field).toHaveAccessibleDescription(text)
  })
  await test.step('one’s own page', async () => {
    await openPage(page, '/me')
    const field = page.getByLabel('Email')
    await field.fill(email)
    await pressOffline(page, page.getByRole('main'), 'Send me a code')
    await expect(field).toHaveAccessibleDescription(text)
    await expect(field).toHaveValue(email)
  })
})

test('forms send what a password manager fills in without events', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const email = await newMember(request)
  const person = newPerson()

  await test.step('registration', async () => {
    await openPage(page)
    const dialog = await openRegisterDialog(page)
    await autofill(dialog, person)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectToast(page, { title: '🎉 Registration Successful!' })
    await expect(await openDialog(page, 'You are registered')).toContainText(person.email)
  })
  await test.step('a future event', async () => {
    await openPage(page)
    const dialog = await openFutureDialog(page)
    await autofill(dialog, { firstName: person.firstName, email: person.email })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText(person.email)
  })
  await test.step('one’s own page', async () => {
    await openPage(page, '/me')
    await autofill(page.getByRole('main'), { email })
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByLabel('Code')).toBeFocused()
  })
  await test.step('an interview', async () => {
    await openPage(page)
    const dialog = await openWatchDialog(page)
    await autofill(dialog, { email })
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await expectLibrary(page)
    await page.context().clearCookies()
  })
  await test.step('the library', async () => {
    await openLoginCard(page)
    await autofill(page.getByRole('main'), { email: person.email })
    await page.getByRole('button', { name: 'Access Videos' }).click()
    await expectLibrary(page)
  })
})

test('forms of the admin area save what a password manager fills in without events', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const event = await createElsewhere(page, own)

  await test.step('an event', async () => {
    const form = await openEditor(page, own, event.id)
    await fillSilently(form.getByLabel('Speaker name'), 'Naledi Khumalo')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, { title: 'Event Saved' })
    await expect(page.getByText('Everything is saved')).toBeVisible()
    await expect(form.getByLabel('Speaker name')).toHaveValue('Naledi Khumalo')
  })
  await test.step('the crew', async () => {
    await page.goto(`${own.url}/admin/events/${event.id}/people`)
    await page.getByRole('button', { name: 'Add guest or host' }).click()
    const dialog = await openDialog(page, 'Add guest or host')
    await fillSilently(dialog.getByLabel('Name'), 'Naledi Khumalo')
    await fillSilently(dialog.getByLabel('Email'), 'naledi.khumalo@example.com')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, { title: 'Added to the Crew' })
  })
  await test.step('the set-up', async () => {
    await page.goto(`${own.url}/admin/setup/series`)
    const texts = {
      name: 'Harbour Talks',
      hostName: 'Naledi',
      hostTitle: 'Pilot',
      headline: 'At sea',
    }
    for (const [name, value] of Object.entries({ ...texts, lead: 'Interviews.' })) {
      await fillSilently(page.locator(`[name="${name}"]`), value)
    }
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.waitForURL(/\/admin\/setup\/look$/)
  })
  await test.step('an announcement', async () => {
    await page.goto(`${own.url}/admin/email/new?event=${event.id}`)
    const form = page.getByRole('form', { name: 'Announcement' })
    // Drawing the form again would reset its fields.
    await page.waitForLoadState('networkidle')
    await fillSilently(form.getByLabel('Subject'), 'Filled in')
    await fillSilently(form.getByLabel('Text', { exact: true }), 'By the browser.')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(page, { title: 'Draft Saved' })
    await page.waitForURL(/\/admin\/email\/\d+$/)
    await expect(form.getByLabel('Subject')).toHaveValue('Filled in')
  })
})

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email' } as const

async function pressOffline(page: Page, form: Locator, button: string) {
  // Wait for the validation code, which the first focus loads.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await form.getByRole('button', { name: button }).click()
  await expect(form.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled')
  await page.context().setOffline(false)
}

async function expectTyped(form: Locator, person: Partial<Person>) {
  for (const [name, value] of Object.entries(person)) {
    await expect(form.getByLabel(labels[name as keyof Person])).toHaveValue(value)
  }
}

/** Sets values without events, like some password managers. */
async function autofill(form: Locator, person: Partial<Person>) {
  for (const [name, value] of Object.entries(person)) {
    await fillSilently(form.getByLabel(labels[name as keyof Person]), value)
  }
}

async function fillSilently(field: Locator, value: string) {
  await field.evaluate((element, filled) => {
    const prototype = Object.getPrototypeOf(element) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, filled)
  }, value)
}
