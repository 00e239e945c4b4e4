import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  fillIn,
  newPerson,
  openFutureDialog,
  openPage,
  openRegisterDialog,
  openWatchDialog,
} from './support/landing.ts'

/** Checks small targets and hidden names that axe's rules allow. */
async function expectComfortableTargets(page: Page) {
  const small = await page.evaluate(() => {
    const inline = (element: Element) => getComputedStyle(element).display === 'inline'
    return [...document.querySelectorAll('a, button, input, summary')]
      .filter((element) => element.checkVisibility() && !inline(element))
      .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ name, box }) => `${name}: ${box.width}x${box.height}`)
  })
  expect(small).toEqual([])
}

/** Light mode on the desktop and dark mode on the phone, so that both are tested with each layout. */
test.use({ colorScheme: async ({ isMobile }, provide) => provide(isMobile ? 'dark' : 'light') })

test('axe finds nothing on the landing page, in its menu and in any step of its dialogs', async ({
  page,
  isMobile,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  await openPage(page)

  await test.step('the page and its menu', async () => {
    await expectNoAxeViolations(page)
    await expectComfortableTargets(page)
    if (!isMobile) return
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
  })

  await test.step('learning more', async () => {
    await page.getByRole('button', { name: 'Learn More' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
  })

  await test.step('watching', async () => {
    const dialog = await openWatchDialog(page)
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Email').fill(newPerson().email)
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await expect(page.locator('[data-toast]')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Register & Watch' }).click()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Email').fill('')
    await page.keyboard.press('Escape')
  })

  await test.step('registering', async () => {
    const dialog = await openRegisterDialog(page)
    await expectNoAxeViolations(page)
    await expectComfortableTargets(page)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
  })

  await test.step('hearing of a future event', async () => {
    const dialog = await openFutureDialog(page)
    await expect(dialog.getByText('We will email you when the date is set.')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectNoAxeViolations(page)
    await fillIn(dialog, { firstName: 'Thandi', email: newPerson().email })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectComfortableTargets(page)
    await dialog.getByRole('button', { name: 'Notify Me' }).click()
    await expect(page.locator('[data-toast]')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('having registered', async () => {
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, newPerson())
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('dialog', { name: 'You are registered' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectComfortableTargets(page)
  })

  await test.step('the 404 page', async () => {
    await page.goto('/nowhere')
    await expectNoAxeViolations(page)
  })
})
