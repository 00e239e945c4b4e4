import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { openPage, waitForLife } from './support/landing.ts'
import { landing, slowPictures, topOf, waitForRest } from './support/places.ts'

type Shift = { value: number; what: (string | undefined)[] }

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null }[]
        }
        if (hadRecentInput) continue
        shifts.push({ value, what: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    return { sum, told: JSON.stringify(shifts, null, 1) }
  }
}

const widths = [360, 640, 768, 1440]

/** Scrolls down the page in steps, each after its content has loaded. */
async function walkDown(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const settled = () =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .every(({ complete }) => complete)
    for (let place = 0; place < document.body.scrollHeight; place += 400) {
      scrollTo({ top: place, behavior: 'instant' })
      do await frame()
      while (!settled())
    }
  })
}

test('nothing moves while slow pictures arrive on the way down', async ({ page }) => {
  const readShifts = await watchShifts(page)
  await slowPictures(page)
  for (const width of widths) {
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await openPage(page)
      await walkDown(page)
      const { sum, told } = await readShifts()
      expect(sum, told).toBeLessThanOrEqual(0.01)
    })
  }
})

for (const range of [widths.slice(0, 2), widths.slice(2)]) {
  test(`a hash leads to its place while slow pictures arrive, ${range.join(' and ')} px wide`, async ({
    page,
  }) => {
    await slowPictures(page)
    async function arriveAt(path: string) {
      // Only a new document loads its pictures again.
      await page.goto('about:blank')
      await page.goto(path, { waitUntil: 'commit' })
      await waitForLife(page)
    }
    for (const width of range) {
      await page.setViewportSize({ width, height: 800 })
      for (const id of ['completed-events', 'interview-pricing-is-a-conversation', 'signup']) {
        await test.step(`${width} px wide, to ${id}`, async () => {
          await arriveAt(`/#${id}`)
          await waitForRest(page)
          await expect.poll(() => topOf(page, id)).toBe(landing)
        })
      }
      await test.step(`${width} px wide, from the top past every picture`, async () => {
        await arriveAt('/')
        await page.evaluate(() => (location.hash = 'signup'))
        await waitForRest(page)
        await expect.poll(() => topOf(page, 'signup')).toBe(landing)
      })
    }
  })
}
