import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Checks that no field has text below 16 px, because iOS zooms into such fields. */
export async function expectLargeFields(page: Page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 160)),
  )
  expect(small).toEqual([])
}
