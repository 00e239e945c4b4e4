import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import {
  dismissToast,
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
} from './support/landing.ts'
import { logIn, openLoginCard } from './support/members.ts'
import { pauseClock } from './support/pause-clock.ts'

const toast = '[data-toast]'

/**
 * Records when a toast first appears, by the page's clock. A toast that moves from a closing dialog to the page
 * disappears for a moment but counts as the same.
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

/** Forgets recorded toasts, so that one with the same title is recorded again. */
async function forgetToasts(page: Page) {
  await page.evaluate(() => Object.assign(window, { shownTitle: undefined }))
}

async function expectDuration(page: Page, milliseconds: number) {
  await page.mouse.move(2, 300)
  await pauseClock(page)
  const passed = await page.evaluate(
    () => Date.now() - (window as unknown as { shownAt: number }).shownAt,
  )
  await page.clock.runFor(milliseconds - passed - 200)
  await expect(page.locator(toast)).toHaveCount(1)
  await page.clock.runFor(600)
  await expect(page.locator(toast)).toHaveCount(0)
  await page.clock.resume()
}

test('F8 reaches a toast, a new one takes its place, and each stays as long as is specified', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await noteToasts(page)
  await openPage(page)
  const copy = page.getByRole('button', { name: 'Copy link' })

  await test.step('F8 reaches a toast of the page itself, and its button closes it', async () => {
    await copy.click()
    await expectToast(page, { title: 'Link Copied!' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.locator(toast)).toHaveCount(0)
  })

  await test.step('a new toast takes the place of the one before', async () => {
    for (let presses = 0; presses < 3; presses++) {
      await copy.click()
      await expectToast(page, { title: 'Link Copied!' })
    }
    await dismissToast(page)
  })

  await test.step('5 seconds where nothing else is said', async () => {
    await forgetToasts(page)
    await copy.click()
    await expectToast(page, { title: 'Link Copied!' })
    await expectDuration(page, 5000)
  })

  const person = newPerson()
  for (const title of ['🎉 Registration Successful!', 'Welcome Back!']) {
    await test.step(`8 seconds for "${title}"`, async () => {
      const dialog = await openRegisterDialog(page)
      await fillIn(dialog, person)
      await dialog.getByRole('button', { name: 'Register for Event' }).click()
      await expectToast(page, { title })
      await expectDuration(page, 8000)
      await page.getByRole('button', { name: 'Done' }).click()
    })
  }

  await test.step('8 seconds for an event that has ended, 6 for the list of future ones', async () => {
    const ended = { status: 409, json: { eventStatus: 'finished', message: 'It is over.' } }
    await page.route('**/api/register-multi-event', (route) => route.fulfill(ended), { times: 1 })
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
})

test('a toast stays in place after the pointer was released outside it', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  await openLoginCard(page)
  await logIn(page, newPerson().email)
  const denied = await expectToast(page, { title: 'Access Denied', variant: 'destructive' })
  await expect(denied).toHaveCSS('opacity', '1')
  const box = (await denied.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y - 30, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.move(box.x + 140, box.y + 20, { steps: 6 })
  await expect(denied).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)')
  await expect(denied).toBeVisible()
})
