import sharp from 'sharp'
import { expect, test } from './support/journey.ts'
import { expectToast, findEvent, openPage, sampleTitles } from './support/landing.ts'

test('the share buttons lead to the four networks with the address of the series, and the link is copied', async ({
  page,
}) => {
  await openPage(page, '/northpier')
  const home = new URL('/', page.url()).href
  const section = page.getByRole('region', { name: 'Bring another founder' })
  const button = section.getByRole('button', { name: 'Copy link' })

  await test.step('four networks', async () => {
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

  await test.step('where nothing can be copied, a press on the address selects it, and a swipe still works', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false
    })
    await button.click()
    const toast = await expectToast(page, { title: 'The link could not be copied' })
    const box = (await toast.getByText(home).boundingBox())!
    const [x, y] = [box.x + 30, box.y + box.height / 2]
    await page.mouse.click(x, y)
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(home)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 1, { steps: 4 })
    await page.mouse.move(x + 80, y + 1, { steps: 4 })
    await page.mouse.up()
    await expect(toast).toHaveCount(0)
  })

  await test.step('where the browser hides its clipboard, it is copied all the same', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      Object.defineProperty(window, 'isSecureContext', { value: false })
      // Restores the browser's own function.
      delete (document as Partial<Document>).execCommand
      document.addEventListener('copy', () => {
        Object.assign(window, { copied: document.getSelection()?.toString() })
      })
    })
    await button.focus()
    await page.keyboard.press('Enter')
    await expectToast(page, { title: 'Link Copied!' })
    await expect(button).toBeFocused()
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(home)
  })
})

test('served pages have the metadata for shared links, search engines, crawlers and home screens', async ({
  page,
  request,
}) => {
  const answer = await request.get('/')
  const html = await answer.text()
  const { origin } = new URL(answer.url())

  await test.step('what a shared link shows', async () => {
    const head = await page.evaluate((text) => {
      const served = new DOMParser().parseFromString(text, 'text/html')
      const meta = [...served.querySelectorAll('meta[content]')].map((element) => [
        element.getAttribute('property') ?? element.getAttribute('name'),
        element.getAttribute('content'),
      ])
      return { title: served.title, meta: Object.fromEntries(meta) as Record<string, string> }
    }, html)
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

  await test.step('the event, to search engines', async () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const event = JSON.parse(json)
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
    expect((await findEvent(page, sampleTitles.first)).title).toBe(event.name)
  })

  await test.step('crawlers and home screens', async () => {
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
})
