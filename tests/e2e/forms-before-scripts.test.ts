import type { Locator, Page } from '@playwright/test'
import { arrived, holdScripts } from './support/hold-scripts.ts'
import { expect, test } from './support/journey.ts'
import {
  fillIn,
  newPerson,
  registerElsewhere,
  sampleTitles,
  waitForLife,
} from './support/landing.ts'

test.use({ showsRecordings: true })

const formOf = (page: Page) => page.locator('form[method="post"]')

async function send(form: Locator, label: string) {
  await form.getByRole('button', { name: label }).click()
}

for (const way of ['switched off', 'held back'] as const) {
  test.describe(`with scripts ${way}`, () => {
    test.use({ javaScriptEnabled: way === 'held back' })
    test.beforeEach(async ({ page, expectConsoleError }) => {
      // How a browser tells of a form that was answered with what is wrong with it.
      expectConsoleError(/status of 40[04]/)
      if (way === 'held back') await holdScripts(page)
    })

    test('somebody registers for an event from its card on the front page', async ({ page }) => {
      await page.goto('/go1', arrived)
      const card = page.getByRole('article', { name: sampleTitles.first })
      await expect(page.getByText('Register Now', { exact: true })).toHaveCount(2)
      await card.getByRole('link', { name: 'Register Now' }).click()
      await expect(page).toHaveURL(/\/events\/the-last-mile-comes-first\?source=go1$/)
      const person = newPerson()
      await fillIn(formOf(page), { ...person, lastName: '', email: 'thandi@' })
      await formOf(page).getByLabel('Company').fill('Karoo Coffee')
      await send(formOf(page), 'Register for Event')
      await expect(page.getByText('Last name is required')).toBeVisible()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await expect(formOf(page).getByLabel('First name')).toHaveValue(person.firstName)
      await expect(formOf(page).getByLabel('Company')).toHaveValue('Karoo Coffee')
      await fillIn(formOf(page), person)
      await send(formOf(page), 'Register for Event')
      await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeInViewport()
      await expect(page.getByText(person.email)).toBeVisible()
    })

    test('somebody pre-registers for an event without a date', async ({ page }) => {
      await page.goto('/', arrived)
      await page.getByRole('link', { name: sampleTitles.future }).click()
      await send(formOf(page), 'Notify Me')
      await expect(page.getByText('First name is required')).toBeVisible()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await fillIn(formOf(page), newPerson())
      await send(formOf(page), 'Notify Me')
      await expect(page.getByText('Pre-registration Successful!')).toBeVisible()
    })

    test('somebody asks to hear of what is to come', async ({ page }) => {
      await page.goto('/notify', arrived)
      await fillIn(formOf(page), { ...newPerson(), firstName: '' })
      await send(formOf(page), 'Get future updates')
      await expect(page.getByText('First name is required')).toBeVisible()
      await fillIn(formOf(page), { firstName: 'Thandi' })
      await send(formOf(page), 'Get future updates')
      await expect(
        page.getByRole('heading', { name: 'Added to Future Events List!' }),
      ).toBeVisible()
    })

    test('a member enters the library, and somebody unknown is told', async ({ page }) => {
      const person = newPerson()
      await registerElsewhere(page, person)
      await page.context().clearCookies()
      await page.goto('/', arrived)
      const card = page.getByRole('article', { name: sampleTitles.withRecording })
      await card.getByRole('link', { name: 'Watch Interview' }).click()
      await expect(page).toHaveURL(/\/members\?watch=\d+$/)
      await fillIn(formOf(page), { email: newPerson().email })
      await send(formOf(page), 'Access Videos')
      await expect(page.getByText('Access Denied')).toBeVisible()
      await fillIn(formOf(page), { email: person.email })
      await send(formOf(page), 'Access Videos')
      await expect(
        page.getByRole('heading', { name: 'Exclusive Interview Collection' }),
      ).toBeVisible()
      const watch = page.getByRole('link', { name: 'Watch Interview' }).first()
      await expect(watch).toHaveAttribute('href', /youtu/)
    })

    test('somebody registers for the library and goes on to it', async ({ page }) => {
      await page.goto('/members', arrived)
      await page.getByRole('link', { name: 'Register for Free Access' }).click()
      const person = newPerson()
      await fillIn(formOf(page), { ...person, email: '' })
      await send(formOf(page), 'Register & Watch')
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await fillIn(formOf(page), person)
      await send(formOf(page), 'Register & Watch')
      await expect(page.getByRole('heading', { name: 'Access Granted!' })).toBeVisible()
      await page.getByRole('button', { name: 'To the video library' }).click()
      await expect(
        page.getByRole('heading', { name: 'Exclusive Interview Collection' }),
      ).toBeVisible()
    })
  })
}

test('what was typed before the scripts came stays, and the form goes on with them', async ({
  page,
}) => {
  const gate = await holdScripts(page)
  await page.goto('/events/the-last-mile-comes-first', arrived)
  const person = newPerson()
  await fillIn(formOf(page), { firstName: person.firstName, email: person.email })
  await gate.open()
  await send(formOf(page), 'Register for Event')
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(formOf(page).getByLabel('First name')).toHaveValue(person.firstName)
  await expect(formOf(page).getByLabel('Email')).toHaveValue(person.email)
  await fillIn(formOf(page), { lastName: person.lastName })
  await send(formOf(page), 'Register for Event')
  await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeFocused()
  await expect(page.locator('[data-toast]')).toContainText('Registration Successful!')
})

test('an answer that came before the scripts goes on with them', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const gate = await holdScripts(page)
  await page.goto('/events/the-last-mile-comes-first', arrived)
  const person = newPerson()
  await fillIn(formOf(page), { ...person, lastName: '' })
  await send(formOf(page), 'Register for Event')
  await expect(page.getByText('Last name is required')).toBeVisible()
  await gate.open()
  await expect(formOf(page).getByLabel('Email')).toHaveValue(person.email)
  await fillIn(formOf(page), { lastName: person.lastName })
  await send(formOf(page), 'Register for Event')
  await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
})

test('with scripts each of them is a button that opens its dialog, with the space bar as well', async ({
  page,
}) => {
  await page.goto('/', arrived)
  await waitForLife(page)
  const card = page.getByRole('article', { name: sampleTitles.first })
  for (const [button, dialog] of [
    [card.getByRole('button', { name: 'Register Now' }), 'Register for Event'],
    [page.getByRole('button', { name: 'Take a seat' }), 'Register for Event'],
    [card.getByRole('button', { name: 'Learn More' }), sampleTitles.first],
  ] as const) {
    await button.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})
