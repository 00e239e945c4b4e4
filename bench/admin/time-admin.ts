import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/find-browser.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'

/** A connection of 10 Mbit/s with a round trip of 50 ms. */
const slowLine = {
  offline: false,
  latency: 50,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
}
const rooms = [
  'events',
  'messages',
  'seats',
  'mailing-list',
  'imports',
  'figures',
  'log',
  'settings',
]

export type AdminAreaTimes = {
  numbers: number
  firstRows: number
  complete: number
  rooms: Record<string, number>
}

/** Opens the admin area as an administrator; returns milliseconds since the page's request. */
export async function timeAdminArea(
  { url, adminUsername, adminPassword }: Greenroom,
  options: { isSlow: boolean; withRooms: boolean },
): Promise<AdminAreaTimes> {
  const browser = await chromium.launch({ executablePath: findBrowser()?.path })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.request.post(`${url}/api/admin/login`, {
      data: { username: adminUsername, password: adminPassword },
    })
    const page = await context.newPage()
    if (options.isSlow) {
      const devTools = await context.newCDPSession(page)
      await devTools.send('Network.enable')
      await devTools.send('Network.emulateNetworkConditions', slowLine)
    }
    const begun = performance.now()
    const since = async (seen: Promise<unknown>) => {
      await seen
      return performance.now() - begun
    }
    await page.goto(`${url}/admin`, { waitUntil: 'commit' })
    const [numbers, firstRows, complete] = await Promise.all([
      since(waitFor(page, hasNumbers)),
      since(waitFor(page, hasRows)),
      since(waitFor(page, isComplete)),
    ])
    const times: AdminAreaTimes = { numbers, firstRows, complete, rooms: {} }
    for (const room of options.withRooms ? rooms : []) {
      const asked = performance.now()
      const answer = await page.goto(`${url}/admin/${room}`, { waitUntil: 'commit' })
      if (answer?.status() !== 200) continue
      await waitFor(page, isUseful)
      times.rooms[room] = performance.now() - asked
    }
    return times
  } finally {
    await browser.close()
  }
}

function waitFor(page: Page, isSeen: () => boolean) {
  return page.waitForFunction(isSeen, undefined, { polling: 50, timeout: 300_000 })
}

// These functions run in the page.
function hasNumbers() {
  return /\d/.test(
    document.querySelector('[aria-labelledby="totals-heading"] dd')?.textContent ?? '',
  )
}
function hasRows() {
  return (
    document.querySelector('table[aria-label="All registrations"] [aria-rowindex="2"]') !== null
  )
}
function isComplete() {
  return document.querySelectorAll('table[aria-rowcount]').length === 4
}
function isUseful() {
  const main = document.querySelector('main')
  const text = main?.textContent ?? ''
  return main?.querySelector('h1, h2') !== null && text !== '' && !text.includes('Loading')
}
