import { expect, type Page } from '@playwright/test'

/**
 * Pauses the page's clock of `page.clock.install()` shortly after the current time. On a busy machine that time
 * may have passed before the call, which then fails; by then the clock has stopped.
 */
export async function pauseClock(page: Page) {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))).toPass()
}
