import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  failOverDialog,
} from './support/landing.ts'

const toast = '[data-toast]'

test('F8 reaches a toast over a dialog and Escape closes the toast alone', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const dialog = await failOverDialog(page)
  await page.keyboard.press('F8')
  await expect(dialog.getByRole('region', { name: /Notifications/ })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Dismiss notification' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator(toast)).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('F8 reaches a toast of the page itself', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, { title: 'Link Copied!' })
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator(toast)).toHaveCount(0)
})

test('a new toast takes the place of the one before', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page)
  for (let presses = 0; presses < 3; presses++) {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expectToast(page, { title: 'Link Copied!' })
  }
})

/**
 * Notes when a toast first appears, by the page's own clock, which journeys then move. A toast that
 * moves from a closing dialog to the page is gone for a moment and is still the same.
 */
async function noteToasts(page: Page) {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const title = document.querySelector('[data-toast] p')?.textContent
      const { shownTitle } = window as { shownTitle?: string }
      if (title && title !== shownTitle)
        Object.assign(window, { shownTitle: title, shownAt: Date.now() })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.clock.install()
}

async function expectDuration(page: Page, milliseconds: number) {
  await page.mouse.move(2, 300)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  const passed = await page.evaluate(
    () => Date.now() - (window as unknown as { shownAt: number }).shownAt,
  )
  await page.clock.runFor(milliseconds - passed - 200)
  await expect(page.locator(toast)).toHaveCount(1)
  await page.clock.runFor(600)
  await expect(page.locator(toast)).toHaveCount(0)
  await page.clock.resume()
}

test('a toast stays 5 seconds where nothing else is said', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await noteToasts(page)
  await openPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, { title: 'Link Copied!' })
  await expectDuration(page, 5000)
})

test('a registration and its repetition are told for 8 seconds', async ({ page }) => {
  const person = newPerson()
  await noteToasts(page)
  await openPage(page)
  for (const title of ['🎉 Registration Successful!', 'Welcome Back!']) {
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, person)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectToast(page, { title })
    await expectDuration(page, 8000)
    await page.getByRole('button', { name: 'Done' }).click()
  }
})

test('a finished event is told for 8 seconds and the list of future events for 6', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await page.route('**/api/register-multi-event', (route) =>
    route.fulfill({ status: 409, json: { eventStatus: 'finished', message: 'It is over.' } }),
  )
  await noteToasts(page)
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: 'Event Has Finished', text: 'It is over.' })
  await expectDuration(page, 8000)
  const future = await openDialog(page, 'Future Event Registration')
  await fillIn(future, newPerson())
  await future.getByRole('button', { name: 'Get future updates' }).click()
  await expectToast(page, { title: 'Added to Future Events List!' })
  await expectDuration(page, 6000)
})
