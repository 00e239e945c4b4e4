import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Returns to the tab, which checks the session again, until the element is visible. Repeats, because no check
 * starts while an earlier one is in progress.
 */
export async function returnToTab(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(shown).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
}
