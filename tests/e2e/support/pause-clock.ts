import { expect, type Page } from '@playwright/test'

/**
 * Stops the page's clock, which `page.clock.install()` made, a little after now. A busy machine can be past
 * that moment before it is asked to stop there, and refuses; by then the clock stands still.
 */
export async function pauseClock(page: Page) {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))).toPass()
}
