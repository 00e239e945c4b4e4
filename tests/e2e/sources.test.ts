import type { Page, Request } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage, sampleTitles, waitForLife } from './support/landing.ts'
import { callAsAdmin } from './support/mail.ts'
import { preRegistration, showSeries, startSite, upcoming } from './support/series.ts'

const beacons = (requests: Request[]) =>
  requests.filter((request) => request.url().endsWith('/api/seen'))

/** Returns the bodies of all beacons; Chromium reports none for a `Blob`. */
async function noteBeacons(page: Page) {
  const bodies: unknown[] = []
  await page.exposeFunction('noteBeacon', (text: string) => void bodies.push(JSON.parse(text)))
  await page.addInitScript(() => {
    const { noteBeacon } = window as unknown as { noteBeacon: (text: string) => void }
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, blob) => {
      void (blob as Blob).text().then(noteBeacon)
      return send(url, blob)
    }
  })
  return bodies
}

/** Collects the requests of a page, and returns what the browser has stored. */
function watch(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => void requests.push(request))
  const readStored = () =>
    page.evaluate(async () => ({
      cookies: document.cookie,
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).length,
    }))
  return { requests, readStored }
}

test('a view costs one small request, no cookie, no storage and no other site, and a registration keeps its source', async ({
  page,
  context,
  greenroom,
}) => {
  const { requests, readStored } = watch(page)
  const bodies = await noteBeacons(page)
  const seen = page.waitForRequest('**/api/seen')
  await page.goto('/?utm_source=news%20letter&utm_campaign=autumn&via=amina')
  const beacon = await seen
  const view = { path: '/', source: 'news letter', campaign: 'autumn', via: 'amina' }
  await expect.poll(() => bodies).toEqual([view])
  expect(JSON.stringify(view).length).toBeLessThan(300)
  expect((await beacon.response())?.status()).toBe(204)
  expect(await context.cookies()).toEqual([])
  expect(await readStored()).toEqual({ cookies: '', local: [], session: [], databases: 0 })
  const foreign = requests
    .map((request) => new URL(request.url()))
    .filter(({ origin }) => origin !== greenroom.url)
  expect(foreign.filter(({ protocol }) => protocol.startsWith('http'))).toEqual([])
  // Scripted fetches run no page, and so add no view.
  await page.evaluate(async () => {
    for (let at = 0; at < 1000; at++) await (await fetch('/?utm_source=script')).text()
  })
  expect(beacons(requests)).toHaveLength(1)

  const card = page.getByRole('article', { name: sampleTitles.first })
  await card.getByRole('button', { name: 'Register Now' }).click()
  const dialog = page.getByRole('dialog')
  const sent = page.waitForRequest('**/api/register-multi-event')
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    landingPath: '/',
    utm_source: 'newsletter',
    utm_campaign: 'autumn',
    via: 'amina',
  })
  await expect.poll(() => bodies).toEqual([view, { ...view, form: true }])
})

test('no public page stores anything in the browser or contacts another site', async ({
  page,
  context,
  greenroom,
  expectConsoleError,
}) => {
  // An unknown page, and a visitor without an account.
  expectConsoleError(/404|401/)
  const { requests, readStored } = watch(page)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => new URL(address!))
  const unknownToken = `1-${'a'.repeat(24)}`
  const linked = ['answers', 'crew', 'enter', 'every-event', 'interest', 'join', 'partner-numbers']
  const paths = [
    ...listed.map(({ pathname }) => pathname),
    '/register',
    '/notify',
    '/members',
    '/northpier',
    '/events?search=a',
    '/me',
    '/no-such-page',
    ...[...linked, 'unsubscribe', 'resubscribe'].map((name) => `/${name}/${unknownToken}`),
  ]
  expect(listed.map(({ pathname }) => pathname)).toContain('/events/the-last-mile-comes-first')
  // The last page is visited twice, because leaving a page can store something, too.
  for (const path of [...paths, '/']) {
    await openPage(page, path)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    expect([path, await context.cookies()]).toEqual([path, []])
    const nothing = { cookies: '', local: [], session: [], databases: 0 }
    expect([path, await readStored()]).toEqual([path, nothing])
  }
  const foreign = requests.map((request) => request.url()).filter((url) => /^(?:http|ws)/.test(url))
  expect(foreign.filter((url) => new URL(url).origin !== greenroom.url)).toEqual([])
})

test('a report of a view stays below 300 bytes, however long the marks are', async ({ page }) => {
  const bodies = await noteBeacons(page)
  const long = 'é'.repeat(150)
  await page.goto(`/events?utm_source=news&utm_campaign=${long}&via=${'a'.repeat(200)}`)
  await expect
    .poll(() => bodies)
    .toEqual([{ path: '/events', source: 'news', via: 'a'.repeat(100) }])
})

test('with scripts, every form sends the marks of the page at which the visitor entered', async ({
  browser,
}) => {
  const site = await startSite((content) => {
    Object.assign(content.series as object, { wholeSeries: 'offered' })
  })
  await showSeries(site, [
    upcoming('Open'),
    upcoming('Full', { capacity: 1, startsInDays: 20 }),
    preRegistration('Undated'),
  ])
  const first = newPerson()
  const entered = '/?utm_source=news%20letter&via=amina&utm_other=x'
  const marks = { utm_source: 'newsletter', via: 'amina' }
  /** Opens a page as a visitor who entered at the home page, and returns what its form sends. */
  async function send(path: string, { box, button }: { box?: string; button: string }) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await openPage(page, site.url + entered)
    // A link to another document, as visitors press it before the scripts have loaded.
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to })
      document.body.append(link)
      link.click()
    }, path)
    await page.waitForURL(`**${path}?**`)
    await waitForLife(page)
    await fillIn(page.locator('form[method="post"]').first(), newPerson())
    if (box !== undefined) await page.getByLabel(box).check()
    const request = page.waitForRequest(
      (sent) => sent.method() === 'POST' && !sent.url().endsWith('/api/seen'),
    )
    await page.getByRole('button', { name: button }).click()
    const sent = await request
    expect((await sent.response())?.status()).toBe(200)
    await context.close()
    return { call: new URL(sent.url()).pathname, body: sent.postDataJSON() as object }
  }
  try {
    const calls = await callAsAdmin(site)
    const [, full] = (await (await calls.get('/api/events')).json()) as { id: number }[]
    const data = { ...first, eventIds: [full!.id] }
    expect((await calls.post('/api/register-multi-event', { data })).status()).toBe(200)
    const sent = [
      await send('/events/open', { button: 'Register for Event' }),
      await send('/events/open', {
        box: 'Register me for every event of this series',
        button: 'Register for Event',
      }),
      await send('/events/full', { button: 'Join the waiting list' }),
      await send('/events/undated', { button: 'Notify Me' }),
      await send('/register', { button: 'Register & Watch' }),
      await send('/notify', { button: 'Get future updates' }),
    ]
    expect(sent.map(({ call }) => call)).toEqual([
      '/api/register-multi-event',
      '/api/series-registration',
      '/api/register-multi-event',
      '/api/pre-register',
      '/api/video-access',
      '/api/register-future-events',
    ])
    for (const { body } of sent) expect(body).toMatchObject(marks)
  } finally {
    await site.close()
  }
})

test('a browser that asks not to be tracked sends no view', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const { requests } = watch(page)
  await page.clock.install()
  await openPage(page)
  await page.getByRole('article').first().getByRole('button').first().click()
  await page.clock.runFor(5000)
  expect(beacons(requests)).toEqual([])
})
