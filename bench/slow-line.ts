import { loadavg } from 'node:os'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/find-browser.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

/**
 * `npm run bench:slow-line`: opens public pages on a phone over 400 kbit/s with 400 ms latency, and registers
 * for an event as soon as the form is there. Prints results without judging them.
 */
const slowLine = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const rounds = 3
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Opens a browser without cache on that connection. */
async function openOnSlowLine(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slowLine)
  return page
}

/** Returns milliseconds from the page's request to its first text, by the browser's clock. */
async function firstPaint(page: Page) {
  const entry = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { polling: 50 },
  )
  return (await entry.jsonValue()) ?? NaN
}

function isAlive() {
  const main = document.querySelector('main') ?? {}
  return Object.keys(main).some((key) => key.startsWith('__reactProps')) && performance.now()
}

async function timePage(browser: Browser, address: string) {
  const page = await openOnSlowLine(browser)
  await page.goto(address, { waitUntil: 'commit' })
  const drawn = await firstPaint(page)
  const alive = await page.waitForFunction(isAlive, undefined, { polling: 50, timeout: 60_000 })
  const line = `first paint ${seconds(drawn)}, scripts at work ${seconds(Number(await alive.jsonValue()))}`
  await page.context().close()
  return line
}

async function timeRegistration(browser: Browser, address: string) {
  const page = await openOnSlowLine(browser)
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Register for Event' })
  await page.getByLabel('First name').fill('Thandi')
  await page.getByLabel('Last name').fill('Nkosi')
  await page.getByLabel('Email').fill(`thandi.${crypto.randomUUID()}@example.com`)
  const filled = performance.now() - begun
  const wasAlive = Boolean(await page.evaluate(isAlive))
  await button.click({ noWaitAfter: true })
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  const line =
    `filled in at ${seconds(filled)} (${wasAlive ? 'scripts at work' : 'no script at work yet'}), ` +
    `booked at ${seconds(performance.now() - begun)}`
  await page.context().close()
  return line
}

const greenroom = await startGreenroom({ isAsShipped: true })
const browser = await chromium.launch({ executablePath: findBrowser()?.path })
const event = '/events/the-last-mile-comes-first'
try {
  for (let round = 0; round < rounds; round++) {
    for (const path of ['/', event, '/members']) {
      console.log(`${path}: ${await timePage(browser, greenroom.url + path)}`)
    }
    console.log(`a registration: ${await timeRegistration(browser, greenroom.url + event)}`)
  }
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await greenroom.close()
}
