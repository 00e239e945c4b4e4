import type { Page } from '@playwright/test'
import { holdCalls } from './hold-calls.ts'
import { waitForLife } from './landing.ts'

/** What keeps scripts from coming; opening the gate lets them through. */
type Gate = { open: () => Promise<void> }

/** Held scripts keep a page from being loaded for good. */
export const arrived = { waitUntil: 'commit' } as const

/**
 * Scripts that are not there yet: the page has to work as it was served. Opening the gate waits until what the
 * selector names has come to life, which a form does after its page.
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
