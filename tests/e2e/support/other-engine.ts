import { spawn } from 'node:child_process'
import { type ElementHandle, launch } from 'puppeteer-core'
import { findOnPath } from '#tests/support/find-browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** A browser window of 1280 by 900 pixels. Each `element` is an expression that the page evaluates to an element. */
export type Engine = {
  goto: (url: string) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
  click: (element: string) => Promise<void>
  fill: (element: string, text: string) => Promise<void>
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

const size = { width: 1280, height: 900 }
/** Generous, for busy machines. */
const limitMs = 60_000

/** Whether the journeys of other engines run in WebKit, before a release, instead of Firefox. */
export function isWebKit(): boolean {
  return process.env.JOURNEY_ENGINE === 'webkit'
}

/** Opens an unpatched Firefox, which Playwright cannot drive. It resolves no host name. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: limitMs,
    defaultViewport: size,
    extraPrefsFirefox: { 'network.dns.disabled': true },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(limitMs)
  async function find(element: string) {
    const found = (await page.evaluateHandle(element)).asElement()
    if (found === null) throw new Error(`No element on the page: ${element}`)
    return found as ElementHandle
  }
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    evaluate: (expression) => page.evaluate(expression),
    async click(element) {
      await (await find(element)).click()
    },
    async fill(element, text) {
      const field = await find(element)
      await field.click({ count: 3 })
      await field.type(text)
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

/** Opens WebKit through its WebDriver. The window needs a display: Debian's `webkit2gtk-driver` and `xvfb`. */
export async function openWebKit(): Promise<Engine> {
  const port = await freePort()
  const program = findOnPath('xvfb-run')
  if (program === undefined) throw new Error('apt-get install webkit2gtk-driver xvfb')
  const driver = spawn(program, ['-a', 'WebKitWebDriver', `--port=${port}`], { detached: true })
  async function command(method: string, path: string, body?: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const { sessionId: session } = await waitUntil(
    'a WebKit session',
    limitMs / 1000,
    () => command('POST', '/session', { capabilities: {} }) as Promise<{ sessionId: string }>,
  )
  const send = (method: string, path: string, body?: object) =>
    command(method, `/session/${session}${path}`, body)
  const evaluate = (expression: string) =>
    send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  async function find(element: string) {
    const found = (await evaluate(element)) as object | null
    if (found === null) throw new Error(`No element on the page: ${element}`)
    // The driver does not wait for the end of a smooth scroll.
    await evaluate(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    return `/element/${Object.values(found)[0]}`
  }
  await send('POST', '/window/rect', size)
  return {
    async goto(url) {
      await send('POST', '/url', { url })
    },
    evaluate,
    async click(element) {
      await send('POST', `${await find(element)}/click`, {})
    },
    async fill(element, text) {
      const field = await find(element)
      await send('POST', `${field}/clear`, {})
      await send('POST', `${field}/value`, { text })
    },
    screenshot: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
    async close() {
      await send('DELETE', '')
      process.kill(-driver.pid!)
    },
  }
}
