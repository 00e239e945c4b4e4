import type { BrowserContext } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { standInForYouTube } from './support/stand-in-for-youtube.ts'
import { watchBrowser } from './support/watch-browser.ts'

const site = 'http://localhost:1'
const video = 'aqz-KE-bpKQ'

/** Serves an invented page with a strict script policy in a separate context. */
async function servePage(context: BrowserContext, body: string) {
  await context.route(`${site}/**`, async (route) => {
    await route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "script-src 'none'" },
      body: `<!doctype html><html lang="en"><title>A page</title><body>${body}`,
    })
  })
}

test('everything that goes wrong in the browser is noticed and nothing leaves the machine', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const watch = watchBrowser(context)
  await servePage(context, '<script>1</script><p>A page</p>')
  const page = await context.newPage()
  await page.goto(site)
  await page.evaluate(async () => {
    console.error('a planted error')
    console.error('an announced error')
    setTimeout(() => {
      throw new Error('a planted exception')
    })
    await fetch('https://example.org/planted').catch(() => {})
    await fetch('http://localhost:1/missing').catch(() => {})
  })
  watch.expectConsoleError(/an announced error/)
  await expect.poll(() => watch.problems().join('\n')).toContain('a planted exception')
  const problems = watch.problems().join('\n')
  expect(problems).toContain('a planted error')
  expect(problems).toContain('Content Security Policy')
  expect(problems).toContain('a request left the machine: https://example.org/planted')
  expect(problems).not.toContain('an announced error')
  await context.close()
})

test('a breach of the accessibility rules is found and named', async ({ page, greenroom }) => {
  await page.route('**/planted', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>A page</title><main><img src="data:,"></main></html>',
    }),
  )
  await page.goto(`${greenroom.url}/planted`)
  const failure = await expectNoAxeViolations(page).catch((error: Error) => error.message)
  expect(failure).toContain('image-alt')
})

test('the test player plays, reports it as the platform does, and requires a referrer', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const youtube = await standInForYouTube(context)
  const frame = `<iframe src="https://www.youtube-nocookie.com/embed/${video}?enablejsapi=1&origin=${site}"`
  await servePage(context, `${frame}></iframe>`)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(site)
  const messages = await page.evaluateHandle(() => {
    const heard: { origin: string; event: string; info: unknown }[] = []
    window.addEventListener('message', ({ origin, data }) => {
      heard.push({ origin, ...JSON.parse(data) })
    })
    const hello = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })
    document.querySelector('iframe')!.contentWindow!.postMessage(hello, '*')
    return heard
  })
  const player = youtube.player(page)
  await player.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(20_000)
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(player.getByRole('status')).toHaveText(/paused at 2\d/)
  const heard = await messages.jsonValue()
  expect(new Set(heard.map(({ origin }) => origin))).toEqual(
    new Set(['https://www.youtube-nocookie.com']),
  )
  expect(heard.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['initialDelivery', 'onReady', 'onStateChange', 'infoDelivery']),
  )
  expect(heard.filter(({ event }) => event === 'onStateChange').map(({ info }) => info)).toEqual([
    1, 2,
  ])
  await context.unrouteAll()
  const strict = await standInForYouTube(context)
  await servePage(context, `${frame} referrerpolicy="no-referrer"></iframe>`)
  await page.goto(site)
  await expect(strict.player(page).getByRole('status')).toHaveText('Error 153')
  await context.close()
})

test('a missing thumbnail is a small picture and an answer of 404, as on the platform', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const youtube = await standInForYouTube(context)
  youtube.lacks(video, 'maxresdefault')
  const thumbnail = (name: string) => `<img src="https://i.ytimg.com/vi/${video}/${name}.jpg">`
  await servePage(context, `${thumbnail('maxresdefault')}${thumbnail('sddefault')}`)
  const page = await context.newPage()
  await page.goto(site)
  const widths = () => page.evaluate(() => [...document.images].map((image) => image.naturalWidth))
  await expect.poll(widths).toEqual([120, 640])
  expect(youtube.requests).toHaveLength(2)
  await context.close()
})
