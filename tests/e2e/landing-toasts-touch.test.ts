import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { failOverDialog } from './support/landing.ts'

const toast = '[data-toast]'

async function swipe(page: Page, distance: number) {
  const box = (await page.locator(toast).boundingBox())!
  const x = box.x + 30
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance / 2, y + 2, { steps: 4 })
  await page.mouse.move(x + distance, y + 2, { steps: 4 })
  await page.mouse.up()
}

test('a toast over a dialog is seen, announced, swiped away from 50 px on, and leaves the dialog open', async ({
  page,
  isMobile,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const dialog = await failOverDialog(page)
  await expect(dialog.getByRole('alert')).toContainText("Sorry, we couldn't find that email")

  await test.step('it lies on top, on a telephone below the heading', async () => {
    const isOnTop = await page.locator(toast).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 3, y + height / 2))
    })
    expect(isOnTop).toBe(true)
    if (!isMobile) return
    await page.setViewportSize({ width: 360, height: 740 })
    const box = (await page.locator(toast).boundingBox())!
    const heading = (await dialog.getByRole('heading').first().boundingBox())!
    expect(box.y).toBeGreaterThan(heading.y + heading.height)
  })

  await test.step('a touch leaves both', async () => {
    await page.locator(toast).click({ position: { x: 30, y: 20 } })
    await expect(dialog).toBeVisible()
  })

  await test.step('a swipe to the right sends it away, from 50 px on', async () => {
    await swipe(page, 45)
    await expect(page.locator(toast)).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)')
    await expect(page.locator(toast)).toHaveCount(1)
    await swipe(page, 60)
    await expect(page.locator(toast)).toHaveCount(0)
    await expect(dialog).toBeVisible()
  })

  await test.step('so does its button', async () => {
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await expect(page.locator(toast)).toHaveCount(0)
    await expect(dialog).toBeVisible()
  })
})
