import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Comes back to the tab, which asks anew who is there, until something shows. More than once if need be:
 * while an earlier question is under way, coming back asks none.
 */
export async function returnToTab(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(shown).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
}
