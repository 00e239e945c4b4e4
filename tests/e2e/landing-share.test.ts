import sharp from 'sharp'
import { expect, test } from './support/journey.ts'
import { expectToast, findEvent, openPage, sampleTitles } from './support/landing.ts'

test('the share buttons lead to the four networks with the address of the series', async ({
  page,
}) => {
  await openPage(page, '/northpier')
  const home = new URL('/', page.url()).href
  const section = page.getByRole('region', { name: 'Bring another founder' })
  const expected = {
    LinkedIn: ['www.linkedin.com', 'url'],
    Twitter: ['twitter.com', 'url'],
    Facebook: ['www.facebook.com', 'u'],
    WhatsApp: ['wa.me', 'text'],
  } as const
  for (const [name, [host, field]] of Object.entries(expected)) {
    const link = section.getByRole('link', { name })
    const target = new URL((await link.getAttribute('href'))!)
    expect(target.host).toBe(host)
    expect(target.searchParams.get(field)).toContain(home)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
  }
})

test('the link is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, { title: 'Link Copied!' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('where the browser hides its clipboard, the link is copied all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(window, 'isSecureContext', { value: false })
    document.addEventListener('copy', () => {
      Object.assign(window, { copied: document.getSelection()?.toString() })
    })
  })
  await openPage(page)
  const button = page.getByRole('button', { name: 'Copy link' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, { title: 'Link Copied!' })
  await expect(button).toBeFocused()
})

test('where nothing can be copied, a press on the address selects it, and a swipe still works', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
    document.execCommand = () => false
  })
  await openPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  const toast = await expectToast(page, { title: 'The link could not be copied' })
  const address = new URL('/', page.url()).href
  const box = (await toast.getByText(address).boundingBox())!
  const [x, y] = [box.x + 30, box.y + box.height / 2]
  await page.mouse.click(x, y)
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(address)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 1, { steps: 4 })
  await page.mouse.move(x + 80, y + 1, { steps: 4 })
  await page.mouse.up()
  await expect(toast).toHaveCount(0)
})

test('the served HTML tells what a shared link shows', async ({ page, request }) => {
  const html = await (await request.get('/')).text()
  await openPage(page)
  const head = await page.evaluate((text) => {
    const served = new DOMParser().parseFromString(text, 'text/html')
    const meta = [...served.querySelectorAll('meta[content]')].map((element) => [
      element.getAttribute('property') ?? element.getAttribute('name'),
      element.getAttribute('content'),
    ])
    return { title: served.title, meta: Object.fromEntries(meta) as Record<string, string> }
  }, html)
  const origin = new URL(page.url()).origin
  const event = (await (await request.get('/api/events/current')).json()) as {
    id: number
    title: string
    description: string
    speakerName: string
  }
  const title = `${event.title} with ${event.speakerName}`
  const description = event.description.slice(0, 120).trim()
  const image = head.meta['og:image']!
  expect(head.title).toContain(title)
  expect(image).toMatch(new RegExp(`^${origin}/share/event-${event.id}\\.jpg\\?v=`))
  expect(head.meta).toMatchObject({
    description,
    'og:title': title,
    'og:type': 'article',
    'og:url': `${origin}/`,
    'og:description': description,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:image': image,
  })
  const response = await request.get(image)
  const { width, height, format } = await sharp(await response.body()).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
})

test('the served HTML describes the event to search engines', async ({ page, request }) => {
  const html = await (await request.get('/')).text()
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const event = JSON.parse(json)
  const origin = new URL((await request.get('/')).url()).origin
  expect(event).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: sampleTitles.first,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: {
      '@type': 'VirtualLocation',
      url: `${origin}/events/the-last-mile-comes-first`,
    },
    performer: { '@type': 'Person', name: 'Amara Dike-Laurent' },
  })
  expect(event.startDate).toMatch(/^\d{4}-\d\d-\d\dT18:00:00\+02:00$/)
  expect(event.endDate).toMatch(/^\d{4}-\d\d-\d\dT19:00:00\+02:00$/)
  await openPage(page)
  expect((await findEvent(page, sampleTitles.first)).title).toBe(event.name)
})

test('crawlers and home screens find what they ask for', async ({ request }) => {
  const origin = new URL((await request.get('/')).url()).origin
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /admin')
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(`<loc>${origin}/</loc>`)
  expect(sitemap).not.toMatch(/admin|members|import/)
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'House Lights', start_url: '/' })
  for (const { src, type } of [
    ...manifest.icons,
    { src: '/favicon.ico', type: 'image/' },
    { src: '/apple-touch-icon.png', type: 'image/png' },
  ]) {
    const icon = await request.get(src)
    expect([src, icon.status()]).toEqual([src, 200])
    expect(icon.headers()['content-type']).toContain(type)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page shows its events, interviews and texts, and its links work', async ({ page }) => {
    await page.goto('/')
    for (const title of Object.values(sampleTitles)) {
      await expect(page.getByText(title).first()).toBeVisible()
    }
    await expect(page.getByText('18:00-19:00 CAT').first()).toBeVisible()
    await expect(page.getByText('It is the only webinar my whole team asks')).toBeVisible()
    await page.getByRole('link', { name: 'Take a seat' }).click()
    await expect(page).toHaveURL(/\/events\/the-last-mile-comes-first$/)
  })
})
