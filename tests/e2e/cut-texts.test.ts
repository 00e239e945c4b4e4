import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createElsewhere, dateAhead, inHours, signIn } from './support/event-editor.ts'
import { findCutTexts, findTooWide } from './support/find-cut-texts.ts'
import { expect, test } from './support/journey.ts'
import { openPage } from './support/landing.ts'
import { enterByCall, expectLibrary } from './support/members.ts'
import { register } from './support/people.ts'

test.use({ showsRecordings: true })

/** The longest badge that a series may have. */
const openBadge = 'Ograniczona liczba miejsc, Łódź'.slice(0, 30)
const longTitle = 'Łódź, Żyrardów și Iași: Donaudampfschifffahrtsgesellschaft für Přespříliš'
const tags = ['Międzynarodowa przedsiębiorczość', 'Unternehmensnachfolgeregelung']

/** Creates a site file of the sample series with the longest badge. */
function siteWithBadge() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-badge-'))
  const site = JSON.parse(readFileSync('content/site.json', 'utf8'))
  const siteFile = join(folder, 'site.json')
  cpSync('content', folder, { recursive: true })
  writeFileSync(siteFile, JSON.stringify({ ...site, series: { ...site.series, openBadge } }))
  return { siteFile, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

test('no card, badge or chip is cut on any public page, at four widths, with long words and twice the text size', async ({
  page,
  startOwn,
}) => {
  test.slow()
  const { siteFile, remove } = siteWithBadge()
  const own = await startOwn({ SITE_FILE: siteFile, RATE_LIMITS: 'off' })
  await signIn(page, own)
  const words = {
    title: longTitle,
    speakerName: 'Włodzimierz Przybyszewski-Ștefănescu',
    speakerTitle: 'Geschäftsführender Gesellschafter, Żółć Żeglugi',
    tags,
  }
  // Live now, so that its card has two badges.
  await createElsewhere(page, own, {
    ...words,
    status: 'upcoming',
    eventTime: inHours(-0.2),
    eventEndTime: inHours(1),
    dateConfirmed: true,
    priority: -1,
  })
  const { id } = await createElsewhere(page, own, {
    ...words,
    status: 'completed',
    eventDate: dateAhead(-3),
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
  })
  await createElsewhere(page, own, words)
  const events = (await (await page.request.get(`${own.url}/api/events`)).json()) as {
    id: number
    slug: string
    title: string
    tags: string[]
  }[]
  expect(events.find((event) => event.id === id)?.tags).toHaveLength(tags.length)
  const email = 'long.words@example.com'
  await register(page, own, { email })
  await page.request.post(`${own.url}/api/admin/logout`)
  await enterByCall(page.request, own, email)
  await page.route('**/api/members/progress', (route) =>
    route.fulfill({
      json: {
        isVerified: true,
        progress: [
          {
            videoId: id,
            position: 3600,
            duration: 7200,
            watchedShare: 0.5,
            updatedAt: inHours(-1),
          },
        ],
      },
    }),
  )
  const slugs = events.filter(({ title }) => title === longTitle).map(({ slug }) => slug)
  for (const path of ['/', '/events', '/members', ...slugs.map((slug) => `/events/${slug}`)]) {
    await openPage(page, own.url + path)
    if (path === '/members') await expectLibrary(page)
    await expectWhole(page, path)
  }
  remove()
})

async function expectWhole(page: Page, path: string) {
  for (const size of ['100%', '200%']) {
    await page.evaluate(
      (fontSize) => void (document.documentElement.style.fontSize = fontSize),
      size,
    )
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      expect.soft(await findCutTexts(page), `${path}, ${width} px, text ${size}`).toEqual([])
      expect.soft(await findTooWide(page), `${path}, ${width} px, text ${size}`).toEqual([])
    }
  }
}
