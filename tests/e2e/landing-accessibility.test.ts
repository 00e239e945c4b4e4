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

/** Small targets and hidden names that axe's rules let through. */
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`with the lights ${colorScheme === 'light' ? 'up' : 'down'}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing on the landing page and in its menu', async ({ page, isMobile }) => {
      await openPage(page)
      await expectNoAxeViolations(page)
      await expectComfortableTargets(page)
      if (!isMobile) return
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectNoAxeViolations(page)
    })

    test('axe finds nothing in any step of registering', async ({ page }) => {
      await openPage(page)
      const dialog = await openRegisterDialog(page)
      await expectNoAxeViolations(page)
      await expectComfortableTargets(page)
      await dialog.getByRole('button', { name: 'Register for Event' }).click()
      await expectNoAxeViolations(page)
      await fillIn(dialog, newPerson())
      await dialog.getByRole('button', { name: 'Register for Event' }).click()
      await expect(page.getByRole('dialog', { name: 'Your seat is booked' })).toBeVisible()
      await expectNoAxeViolations(page)
      await expectComfortableTargets(page)
    })

    test('axe finds nothing in the dialogs for watching and learning more', async ({
      page,
      expectConsoleError,
    }) => {
      expectConsoleError(/404/)
      await openPage(page)
      await page.getByRole('button', { name: 'Learn More' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      const dialog = await openWatchDialog(page)
      await dialog.getByRole('button', { name: 'Access Videos' }).click()
      await expectNoAxeViolations(page)
      await dialog.getByLabel('Email').fill(newPerson().email)
      await dialog.getByRole('button', { name: 'Access Videos' }).click()
      await expect(page.locator('[data-toast]')).toBeVisible()
      await expectNoAxeViolations(page)
      await dialog.getByRole('button', { name: 'Register Instead' }).click()
      await expectNoAxeViolations(page)
      await dialog.getByRole('button', { name: 'Register & Watch' }).click()
      await expectNoAxeViolations(page)
    })

    test('axe finds nothing in any step of the future-event dialog', async ({ page }) => {
      await openPage(page)
      const dialog = await openFutureDialog(page)
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

    test('axe finds nothing on the 404 page', async ({ page, expectConsoleError }) => {
      expectConsoleError(/404/)
      await page.goto('/nowhere')
      await expectNoAxeViolations(page)
    })
  })
}

test('every control shows where the keyboard is', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a telephone has no Tab key')
  // Otherwise the page would still be scrolling to the control when it is looked for.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page)
  let controls = 0
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement!
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const header = document.querySelector('header')!.getBoundingClientRect()
      return {
        name: element.textContent ?? '',
        isBody: element === document.body,
        isOutlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        isHidden:
          !element.closest('header') && (box.top < header.bottom - 1 || box.top > innerHeight),
      }
    })
    if (focused.isBody) break
    controls += 1
    expect(focused, focused.name).toMatchObject({ isOutlined: true, isHidden: false })
  }
  expect(controls).toBeGreaterThan(20)
})

test('at 200 % zoom nothing is cut off and nothing scrolls sideways', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'zooming a telephone pans it')
  await page.setViewportSize({ width: 640, height: 400 })
  await openPage(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
  const dialog = await openRegisterDialog(page)
  const submit = dialog.getByRole('button', { name: 'Register for Event' })
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport()
})
