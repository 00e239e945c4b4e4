import type { Page } from '@playwright/test'

/** Height of the header: scroll-padding in app/styles.css. */
export const landing = 88

/** Delays all pictures. */
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

/** Waits for two consecutive frames without scrolling. */
export async function waitForRest(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let still = 0, before = -1; still < 20; before = scrollY) {
      await frame()
      still = scrollY === before ? still + 1 : 0
    }
  })
}
