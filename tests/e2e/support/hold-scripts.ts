import type { Page } from '@playwright/test'
import { holdCalls } from './hold-calls.ts'
import { waitForLife } from './landing.ts'

/** Holds scripts until it is opened. */
type Gate = { open: () => Promise<void> }

/** Held scripts prevent the page's load event. */
export const arrived = { waitUntil: 'commit' } as const

/**
 * Holds a page's scripts, so that the page must work as served. Opening the gate waits until the selector's
 * element is hydrated, which for a form is later than the page.
 */
export async function holdScripts(page: Page, alive = 'form[method="post"]'): Promise<Gate> {
  const { letGo } = await holdCalls(page, /\/assets\/.*\.js/, {
    answer: (route) => route.continue().catch(() => {}),
  })
  return {
    async open() {
      letGo()
      await waitForLife(page, alive)
    },
  }
}
