import type { Page } from '@playwright/test'
import { dismissToast, expectToast } from './landing.ts'

/** Says that code of the page did not come. */
export const lost = { title: 'This Could Not Be Opened', variant: 'destructive' }

/** It is said that code was lost; its toast goes, so that the next one is not taken for it. */
export async function expectLoss(page: Page) {
  await expectToast(page, lost)
  await dismissToast(page)
}

/** How often a document was asked for. */
export function countLoads(page: Page) {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  return () => loads
}
