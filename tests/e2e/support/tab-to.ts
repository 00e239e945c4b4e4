import type { Locator } from '@playwright/test'
import { expect } from './journey.ts'

/** Focuses a control, or one of several, by pressing Tab. */
export async function tabTo(control: Locator) {
  const page = control.page()
  const reached = control.and(page.locator(':focus'))
  for (let presses = 0; presses < 250; presses++) {
    if ((await reached.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(reached, 'what the Tab key reaches').toHaveCount(1)
}
