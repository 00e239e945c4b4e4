import type { Locator, Page } from '@playwright/test'
import { arrived, holdScripts } from './support/hold-scripts.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage, registerElsewhere, sampleTitles } from './support/landing.ts'
import { endSession } from './support/members.ts'

test.use({ showsRecordings: true })

const eventPage = '/events/the-last-mile-comes-first'
const formOf = (page: Page) => page.locator('form[method="post"]')

async function send(form: Locator, label: string) {
  await form.getByRole('button', { name: label }).click()
}

test.describe('with scripts held back on the desktop, switched off on the telephone', () => {
  test.use({ javaScriptEnabled: async ({ isMobile }, provide) => provide(!isMobile) })
  test.beforeEach(async ({ page, isMobile, expectConsoleError }) => {
    // Browsers log the error status of the response to a form post.
    expectConsoleError(/status of 40[04]/)
    if (!isMobile) await holdScripts(page)
  })

  test('somebody registers for an event from its card, pre-registers, and asks for what is to come', async ({
    page,
  }) => {
    await test.step('registering from the card on the front page', async () => {
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
      await expect(page.getByRole('heading', { name: 'You are registered' })).toBeInViewport()
      await expect(page.getByText(person.email)).toBeVisible()
    })

    await test.step('the front page shows its events, interviews and texts, and its links work', async () => {
      await page.goto('/', arrived)
      for (const title of Object.values(sampleTitles)) {
        await expect(page.getByText(title).first()).toBeVisible()
      }
      await expect(page.getByText('18:00-19:00 CAT').first()).toBeVisible()
      await expect(page.getByText('It is the only webinar my whole team asks')).toBeVisible()
      await page.getByRole('link', { name: 'Take a seat' }).click()
      await expect(page).toHaveURL(/\/events\/the-last-mile-comes-first$/)
      await page.goBack(arrived)
    })

    await test.step('pre-registering for an event without a date', async () => {
      await page.getByRole('link', { name: sampleTitles.future }).click()
      await send(formOf(page), 'Notify Me')
      await expect(page.getByText('First name is required')).toBeVisible()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await fillIn(formOf(page), newPerson())
      await send(formOf(page), 'Notify Me')
      await expect(page.getByText('Pre-registration Successful!')).toBeVisible()
    })

    await test.step('asking to hear of what is to come', async () => {
      await page.goto('/notify', arrived)
      await fillIn(formOf(page), { ...newPerson(), firstName: '' })
      await send(formOf(page), 'Get future updates')
      await expect(page.getByText('First name is required')).toBeVisible()
      await fillIn(formOf(page), { firstName: 'Thandi' })
      await send(formOf(page), 'Get future updates')
      const heading = page.getByRole('heading', { name: 'Added to Future Events List!' })
      await expect(heading).toBeVisible()
    })
  })

  test('a member enters the library, somebody unknown is told, and another registers for it', async ({
    page,
  }) => {
    const library = page.getByRole('heading', { name: 'Exclusive Interview Collection' })

    await test.step('entering from an interview', async () => {
      const person = newPerson()
      await registerElsewhere(page, person)
      await endSession(page)
      await page.goto('/', arrived)
      const card = page.getByRole('article', { name: sampleTitles.withRecording })
      await card.getByRole('link', { name: 'Watch Interview' }).click()
      await expect(page).toHaveURL(/\/members\?watch=\d+$/)
      await fillIn(formOf(page), { email: newPerson().email })
      await send(formOf(page), 'Access Videos')
      await expect(page.getByText('Access Denied')).toBeVisible()
      await fillIn(formOf(page), { email: person.email })
      await send(formOf(page), 'Access Videos')
      await expect(library).toBeVisible()
      const watch = page.getByRole('link', { name: 'Watch Interview' }).first()
      await expect(watch).toHaveAttribute('href', /youtu/)
    })

    await test.step('registering for the library, and going on to it', async () => {
      await endSession(page)
      await page.goto('/members', arrived)
      await page.getByRole('link', { name: 'Register for Free Access' }).click()
      const person = newPerson()
      await fillIn(formOf(page), { ...person, email: '' })
      await send(formOf(page), 'Register & Watch')
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await fillIn(formOf(page), person)
      await send(formOf(page), 'Register & Watch')
      await expect(page.getByRole('heading', { name: 'Access Granted!' })).toBeVisible()
      await page.getByRole('button', { name: 'Open the video library' }).click()
      await expect(library).toBeVisible()
    })
  })
})

test(
  'what was typed or answered before the scripts came goes on with them',
  { tag: '@once' },
  async ({ page, context, expectConsoleError }) => {
    expectConsoleError(/status of 400/)

    await test.step('typed', async () => {
      const gate = await holdScripts(page)
      await page.goto(eventPage, arrived)
      const person = newPerson()
      await fillIn(formOf(page), { firstName: person.firstName, email: person.email })
      await gate.open()
      await send(formOf(page), 'Register for Event')
      await expect(page.getByText('Last name is required')).toBeVisible()
      await expect(formOf(page).getByLabel('First name')).toHaveValue(person.firstName)
      await expect(formOf(page).getByLabel('Email')).toHaveValue(person.email)
      await fillIn(formOf(page), { lastName: person.lastName })
      await send(formOf(page), 'Register for Event')
      await expect(page.getByRole('heading', { name: 'You are registered' })).toBeFocused()
      await expect(page.locator('[data-toast]')).toContainText('Registration Successful!')
    })

    await test.step('answered', async () => {
      const other = await context.newPage()
      const gate = await holdScripts(other)
      await other.goto(eventPage, arrived)
      const person = newPerson()
      await fillIn(formOf(other), { ...person, lastName: '' })
      await send(formOf(other), 'Register for Event')
      await expect(other.getByText('Last name is required')).toBeVisible()
      await gate.open()
      await expect(formOf(other).getByLabel('Email')).toHaveValue(person.email)
      await fillIn(formOf(other), { lastName: person.lastName })
      await send(formOf(other), 'Register for Event')
      await expect(other.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    })

    await test.step('about to be typed, when the stored e-mail comes', async () => {
      const third = await context.newPage()
      const gate = await holdScripts(third)
      await third.goto(eventPage, arrived)
      await third.evaluate(() => localStorage.setItem('videoAccessEmail', 'stored@example.com'))
      const field = formOf(third).getByLabel('Email')
      await field.focus()
      await gate.open()
      await expect(field).toHaveValue('stored@example.com')
      await third.keyboard.insertText('another@example.com')
      await expect(field).toHaveValue('another@example.com')
    })
  },
)

test(
  'with scripts each of them is a button that opens its dialog, with the space bar as well',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)
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
  },
)
