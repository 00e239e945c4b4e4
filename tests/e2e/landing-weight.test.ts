import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'

test.use({ realPictures: true })

const kB = 1000

const isPicture = (url: string) => /\/images\/.*\.webp/.test(url)

/** Visits until every picture of the first view is there in AVIF: at first, WebP stands in. */
async function letPicturesBeMade(page: Page) {
  const wanted = new Set<string>()
  page.on('request', (request) => isPicture(request.url()) && wanted.add(request.url()))
  await openPage(page, '/')
  await page.waitForLoadState('networkidle')
  expect(wanted.size).toBeGreaterThan(0)
  for (const url of wanted) {
    const type = async () => (await page.request.head(url)).headers()['content-type']
    await expect.poll(type, { timeout: 120_000 }).toBe('image/avif')
  }
}

/** Bytes on the wire by kind, headers included, until the page is still. */
async function weigh(page: Page) {
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.clearBrowserCache')
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await openPage(page, '/')
  await page.waitForLoadState('networkidle')
  return { bytes, total: Object.values(bytes).reduce((sum, part) => sum + part, 0) }
}

test('the first view weighs at most 350 kB with its pictures, 140 kB of it scripts', async ({
  page,
}) => {
  // AVIF is made with what other work leaves of the machine.
  test.setTimeout(300_000)
  await letPicturesBeMade(page)
  const { bytes, total } = await weigh(page)
  const weights = JSON.stringify(bytes)
  expect(bytes.Script, weights).toBeGreaterThan(50 * kB)
  expect(bytes.Script, weights).toBeLessThanOrEqual(140 * kB)
  expect(bytes.Image, weights).toBeGreaterThan(10 * kB)
  expect(total, weights).toBeLessThanOrEqual(350 * kB)
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
  await openPage(page, '/')
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let place = 0; place < document.body.scrollHeight; place += 400) {
      window.scrollTo({ top: place, behavior: 'instant' })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
  })
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number }[] }).shifts,
  )
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.01)
})
