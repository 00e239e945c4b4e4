import type { Page } from '@playwright/test'

/** app/styles.css, scroll-padding: what the header at the top takes. */
export const landing = 88

/** Pictures arrive a moment after they were asked for, one and all. */
export async function slowPictures(page: Page) {
  await page.route(/\.(webp|avif|jpe?g|png|svg)(\?|$)/, async (route) => {
    await new Promise((done) => setTimeout(done, 150))
    await route.continue().catch(() => {})
  })
}

export function topOf(page: Page, id: string) {
  return page.evaluate((name) => {
    return Math.round(document.getElementById(name)!.getBoundingClientRect().top)
  }, id)
}

/** Two frames after one another in which nothing scrolled. */
export async function waitForRest(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let still = 0, before = -1; still < 20; before = scrollY) {
      await frame()
      still = scrollY === before ? still + 1 : 0
    }
  })
}
