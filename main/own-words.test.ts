import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSite } from '#features/site/server/load-site.ts'
import { catalogue } from './catalogue.ts'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { builtDocuments, builtFolder } from '#tests/support/built-pages.ts'
import { findSampleWords, plainEvent, plainSite } from '#tests/support/plain-series.ts'
import { testApp } from '#tests/support/test-app.ts'
import { findVoice } from '#tests/support/voice-words.ts'
import { listGalleryMails } from './mail-gallery.ts'

/** Writes a site file of another series that uses the sample's pictures. */
function writePlainSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-plain-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(resolve('content/images'), join(folder, 'images'))
  const file = join(folder, 'site.json')
  writeFileSync(file, JSON.stringify(plainSite))
  return file
}

const states = {
  open: {},
  live: { eventTime: '2026-12-01T07:50:00.000Z', eventEndTime: '2026-12-01T09:00:00.000Z' },
  undated: {
    status: 'pre_registration',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
    dateConfirmed: false,
  },
  cancelled: { cancelledAt: new Date('2026-11-30T08:00:00Z') },
  'being-prepared': { status: 'completed', eventDate: '2026-11-10' },
} as const

/** Pages behind links in mails, and private pages, whose content comes by calls and scripts. */
const byLink = ['me', 'join/x', 'crew/x', 'interest/x', 'confirm-seat/x', 'enter/x']
byLink.push('unsubscribe/x', 'resubscribe/x', 'admin', 'bulk-import', 'attendee-import')

test(
  'pages, feeds, lists and pictures for sharing say nothing of the sample series on the site of another',
  { timeout: 180_000 },
  async () => {
    const app = await testApp({ pages: builtDocuments, config: { siteFile: writePlainSite() } })
    const crawl = async (urls: string[]) => {
      for (const url of urls) {
        const { body, rawPayload, statusCode } = await app.send({ url })
        const isThere = !url.endsWith('x') && url !== '/no-such-page'
        expect([url, isThere && statusCode]).toEqual([url, isThere && 200])
        expect(body.length).toBeGreaterThan(0)
        const said = url.includes('.jpg') ? rawPayload.toString('latin1') : body
        expect([url, findSampleWords(said)]).toEqual([url, []])
      }
    }
    const forms = ['/register', '/notify', '/members', '/no-such-page']
    await crawl(['/', ...forms])

    const events: Awaited<ReturnType<typeof buildEvent>>[] = []
    for (const [title, fields] of Object.entries(states)) {
      events.push(await buildEvent(app.db, { ...plainEvent, ...fields, title }))
    }
    events.push(await buildRecording(app.db, { ...plainEvent, title: 'watchable' }))
    const lists = catalogue.filter(
      ({ method, access, path }) => method === 'GET' && access === 'public' && !path.includes(':'),
    )
    const entry = `/calendar/event-${events[0]!.id}.ics`
    const feeds = [entry, '/calendar.ics', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest']
    await crawl(['/', '/go1', '/next_event', '/next176', '/peat', '/_.data', ...forms])
    await crawl(events.flatMap(({ slug, id }) => [`/events/${slug}`, `/share/event-${id}.jpg`]))
    await crawl(byLink.map((path) => `/${path}`))
    await crawl(['/share/series.jpg', ...feeds, ...lists.map(({ path }) => path)])
    const { body } = await app.send({ url: '/events/open' })
    expect(body).toContain('About this event')
    expect(findSampleWords(body.replace('About this event', 'About this evening'))).not.toEqual([])
  },
)

test('every mail of every kind, and the calendar entry in it, says nothing of the sample series', async () => {
  const mails = listGalleryMails(await loadSite(writePlainSite()))
  expect(mails.length).toBeGreaterThan(30)
  for (const { kind, state, mail, html, text } of mails) {
    const calendar = mail.calendar?.content.replaceAll('\r\n ', '') ?? ''
    const said = [mail.subject, mail.preview, html, text, calendar].join('\n')
    expect([kind, state, findSampleWords(said)]).toEqual([kind, state, []])
  }
  const sample = listGalleryMails(await loadSite('content/site.json'))
  expect(sample.filter(({ text }) => findSampleWords(text).length > 0)).toHaveLength(sample.length)
})

test('no script that a browser fetches says a word of it', { timeout: 180_000 }, async () => {
  const folder = join(await builtFolder(), 'client')
  const scripts = globSync('assets/*.js', { cwd: folder })
  expect(scripts.length).toBeGreaterThan(50)
  const found = scripts.flatMap((path) =>
    findVoice({ path, text: readFileSync(join(folder, path), 'utf8') }),
  )
  expect(found).toEqual([])
})
