import { rmSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { variantFolder } from '#platform/pictures/variants.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'

const kB = 1000

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  telephone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
}

/** Returns transferred bytes by kind, including headers, until the page is idle; pictures as WebP. */
async function weigh(browser: Browser, screen: keyof typeof screens, address: string) {
  const context = await browser.newContext(screens[screen])
  const page = await context.newPage()
  await page.route('**/images/**', async (route) => {
    await route.continue({ url: route.request().url().replace('f=avif', 'f=webp') })
  })
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await openPage(page, address)
  await page.waitForLoadState('networkidle')
  await context.close()
  return { bytes, total: Object.values(bytes).reduce((sum, part) => sum + part, 0) }
}

test('the first view weighs at most 350 kB with its pictures, 140 kB of it scripts, in the heavier typefaces', async ({
  browser,
  startOwn,
}) => {
  const { siteFile, remove } = siteWithLook({ fonts: 'sans' })
  const own = await startOwn({ RATE_LIMITS: 'off', SITE_FILE: siteFile })
  // Replaces the small dark pictures by the site's own, encoded on first request.
  rmSync(variantFolder(own), { recursive: true })
  for (const screen of ['desktop', 'telephone'] as const) {
    await test.step(`on a ${screen}`, async () => {
      const { bytes, total } = await weigh(browser, screen, own.url)
      const weights = JSON.stringify(bytes)
      expect(bytes.Script, weights).toBeGreaterThan(50 * kB)
      expect(bytes.Script, weights).toBeLessThanOrEqual(140 * kB)
      expect(bytes.Image, weights).toBeGreaterThan(10 * kB)
      expect(bytes.Font, weights).toBeLessThanOrEqual(60 * kB)
      expect(total, weights).toBeLessThanOrEqual(350 * kB)
    })
  }
  remove()
})
