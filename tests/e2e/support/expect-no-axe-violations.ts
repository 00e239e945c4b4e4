import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Fails if axe finds a violation of WCAG 2.2 AA after animations ended. Frames are excluded: ours have no
 * visible content.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([])
}

/** Fails if axe finds a text with too little contrast in these colours of a look (`writeLookStyles`). */
export async function expectContrast(page: Page, lookStyles: string): Promise<void> {
  const wear = (styles: string) =>
    page.evaluate((css) => {
      const sheet = document.getElementById('look')!
      const former = sheet.textContent
      sheet.textContent = css
      return former
    }, styles)
  const former = await wear(lookStyles)
  const contrast: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }
  expect(await findAxeViolations(page, contrast)).toEqual([])
  await wear(former)
}

/** Returns what axe finds after animations ended, each with its elements. */
export async function findAxeViolations(
  page: Page,
  rules: axe.RunOnly = { type: 'tag', values: levels },
) {
  // Injects axe, half a megabyte, once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const moving = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Infinity
    })
    // An animation that is paused never ends.
    const patience = new Promise((done) => setTimeout(done, 2000))
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), patience])
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
  }, rules)
}

/**
 * The same with the admin area scrolled to the top. Elsewhere its fixed navigation overlaps other elements,
 * which axe reports as too small.
 */
export async function expectNoAxeViolationsFromTop(page: Page) {
  await scrollToTops(page)
  await expectNoAxeViolations(page)
}

/** Scrolls to the top, because axe reports targets that fixed elements partly cover. */
export async function scrollToTops(page: Page) {
  await page.evaluate(() => {
    for (const area of document.querySelectorAll('section')) area.scrollTop = 0
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}
