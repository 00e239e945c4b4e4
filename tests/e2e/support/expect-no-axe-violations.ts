import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails when axe finds a breach of WCAG 2.2 AA in the page as it stands, motion finished. Frames are left
 * out: ours hold nothing to look at.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Its half a megabyte is brought once for as long as the page lives.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (runOnly) => {
    const moving = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Infinity
    })
    await Promise.allSettled(moving.map((animation) => animation.finished))
    const inPage = globalThis as unknown as { axe: typeof axe }
    const { violations } = await inPage.axe.run({
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, levels)
  expect(found).toEqual([])
}

/**
 * The same from the top of the admin area: wherever else it is scrolled to, its navigation lies over a part of
 * whatever happens to be below it, and axe takes that for too small.
 */
export async function expectNoAxeViolationsFromTop(page: Page) {
  await scrollToTops(page)
  await expectNoAxeViolations(page)
}

/** From the top: what is half under something that stays is no target of its own size. */
export async function scrollToTops(page: Page) {
  await page.evaluate(() => {
    for (const area of document.querySelectorAll('section')) area.scrollTop = 0
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}
