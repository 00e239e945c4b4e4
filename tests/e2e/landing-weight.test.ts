import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'

const kB = 1000

/** Bytes on the wire by kind, headers included, until the page is still. */
async function weigh(page: Page) {
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await openPage(page, '/', { realPictures: true })
  await page.waitForLoadState('networkidle')
  return { bytes, total: Object.values(bytes).reduce((sum, part) => sum + part, 0) }
}

test('the first view weighs at most 350 kB, 140 kB of it scripts, pictures in AVIF', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const pictures: (string | undefined)[] = []
  page.on('response', (response) => {
    if (/\/images\/.*\.webp/.test(response.url())) pictures.push(response.headers()['content-type'])
  })
  const { bytes, total } = await weigh(page)
  expect(bytes.Script).toBeGreaterThan(50 * kB)
  expect(bytes.Script, JSON.stringify(bytes)).toBeLessThanOrEqual(140 * kB)
  expect(bytes.Image, JSON.stringify(bytes)).toBeGreaterThan(10 * kB)
  expect(total, JSON.stringify(bytes)).toBeLessThanOrEqual(350 * kB)
  expect(new Set(pictures)).toEqual(new Set(['image/avif']))
})

test('nothing moves while the page arrives, and its pictures have their space', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node: Element | null }[]
        }
        shifts.push({ value, what: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openPage(page, '/', { realPictures: true })
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let place = 0; place < document.body.scrollHeight; place += 400) {
      window.scrollTo({ top: place, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 30))
    }
  })
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number }[] }).shifts,
  )
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.01)
})
