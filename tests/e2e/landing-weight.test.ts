import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { variantFolder } from '#server/images/keep-variants.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'

const kB = 1000

/** Bytes on the wire by kind, headers included, until the page is still. */
async function weigh(page: Page, address: string) {
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
  await openPage(page, address)
  await page.waitForLoadState('networkidle')
  return { bytes, total: Object.values(bytes).reduce((sum, part) => sum + part, 0) }
}

test('the first view weighs at most 350 kB with its pictures, 140 kB of it scripts', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn({ RATE_LIMITS: 'off' })
  // The site's own pictures, made for the first who look at them: WebP, until there is a smaller AVIF.
  rmSync(variantFolder(own), { recursive: true })
  const { bytes, total } = await weigh(page, own.url)
  const weights = JSON.stringify(bytes)
  expect(bytes.Script, weights).toBeGreaterThan(50 * kB)
  expect(bytes.Script, weights).toBeLessThanOrEqual(140 * kB)
  expect(bytes.Image, weights).toBeGreaterThan(10 * kB)
  expect(total, weights).toBeLessThanOrEqual(350 * kB)
})
