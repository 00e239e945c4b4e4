import type { Page } from '@playwright/test'
import { dismissToast, expectToast } from './landing.ts'

/** The toast about code that failed to load. */
export const lost = { title: 'Not Loaded', variant: 'destructive' }

/** Checks that toast and closes it, so that the next one is not confused with it. */
export async function expectLoss(page: Page) {
  await expectToast(page, lost)
  await dismissToast(page)
}

/** Counts requests for documents. */
export function countLoads(page: Page) {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  return () => loads
}
