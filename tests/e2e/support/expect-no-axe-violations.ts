import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails when axe finds a breach of WCAG 2.2 AA in the page as it stands, motion finished. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Infinity
    })
    await Promise.allSettled(moving.map((animation) => animation.finished))
  })
  const { violations } = await new AxeBuilder({ page })
    // Without a page of its own to put the frames' results together: ours hold nothing to look at.
    .setLegacyMode()
    .options({ runOnly: levels, resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found).toEqual([])
}

/**
 * The same from the top of the desk: wherever else it is scrolled to, its navigation lies over a part of
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
