import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { sampleTitles, waitForLife } from './support/landing.ts'
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

for (const width of [360, 640, 768, 1440]) {
  test(`nothing moves while slow pictures arrive on the way down, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const readShifts = await watchShifts(page)
    await slowPictures(page)
    await page.goto('/')
    await waitForLife(page)
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
    const { sum, told } = await readShifts()
    expect(sum, told).toBeLessThanOrEqual(0.01)
  })

  test(`a hash leads to its place while slow pictures arrive, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await slowPictures(page)
    await page.goto('/')
    const card = page.getByRole('article', { name: sampleTitles.withoutRecording })
    const anchor = (await card.getAttribute('id')) ?? ''
    for (const id of ['completed-events', anchor, 'signup']) {
      await page.goto('about:blank')
      await page.goto(`/#${id}`, { waitUntil: 'commit' })
      await waitForLife(page)
      await waitForRest(page)
      await expect.poll(() => topOf(page, id), id).toBe(landing)
    }
    // A press from the top scrolls past every picture, and each arrives on the way.
    await page.goto('about:blank')
    await page.goto('/', { waitUntil: 'commit' })
    await waitForLife(page)
    await page.evaluate(() => (location.hash = 'signup'))
    await waitForRest(page)
    await expect.poll(() => topOf(page, 'signup'), 'from the top').toBe(landing)
  })
}
