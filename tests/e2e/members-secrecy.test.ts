import type { APIRequestContext, APIResponse } from '@playwright/test'
import { findVideoId } from '#kernel/video-link.ts'
import { catalogue } from '#main/catalogue.ts'
import { expect, test } from './support/journey.ts'
import { callAsAdmin } from './support/mail.ts'
import { newMember } from './support/members.ts'

test.use({ showsRecordings: true })

const pages = [
  '/',
  '/go1',
  '/next_event',
  '/next176',
  '/northpier',
  '/members',
  '/admin',
  '/bulk-import',
  '/attendee-import',
  '/nowhere',
]
const others = [
  '/_root.data',
  '/api/openapi.json',
  '/api/docs',
  '/robots.txt',
  '/sitemap.xml',
  '/calendar.ics',
  '/feed.atom',
  '/feed.json',
  '/site.webmanifest',
  '/manifest.webmanifest',
  '/favicon.ico',
]

type Event = { id: number; videoUrl: string }

/** Returns every URL of this site in a text. */
function mentioned(text: string, base: string): string[] {
  const found = text.matchAll(/["'(=\s,]((?:https?:\/\/|\.?\/)[^"'()\s<>\\,]+)/g)
  return (
    [...found]
      .map(([, address = '']) => URL.parse(address.replaceAll('&amp;', '&'), base))
      .filter((url) => url !== null && url.origin === new URL(base).origin)
      .map((url) => url!.href.split('#')[0]!)
      // Smaller variants of a picture that is requested itself; encoding all of them takes minutes.
      .filter((address) => !/\/images\/.*[?&][wf]=/.test(address))
  )
}

/** Requests the URLs and all that they link to; returns the responses by URL. */
async function crawl(visitor: APIRequestContext, start: string[]) {
  const answers = new Map<string, string>()
  const waiting = [...start]
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (answers.has(address)) continue
    const response = await visitor.get(address, { maxRedirects: 0, failOnStatusCode: false })
    answers.set(address, await whole(response))
    const type = response.headers()['content-type'] ?? ''
    // The API document's page is a library's script with many texts that look like URLs.
    if (/html|javascript|css|json|xml/.test(type) && !address.includes('/docs/static/')) {
      waiting.push(...mentioned(await response.text(), address))
    }
  }
  return answers
}

/** Returns headers and body of a response as text, including pictures. */
async function whole(response: APIResponse) {
  const headers = Object.entries(response.headers()).map(([name, value]) => `${name}: ${value}`)
  return `${headers.join('\n')}\n\n${(await response.body()).toString('latin1')}`
}

test("nothing that a visitor can fetch reveals a recording's id or address", async ({
  playwright,
  startOwn,
}) => {
  test.setTimeout(180_000)
  const greenroom = await startOwn({ RATE_LIMITS: 'off' })
  const adminCalls = await callAsAdmin(greenroom)
  async function list() {
    const events = (await (await adminCalls.get('/api/events')).json()) as Event[]
    return events.filter(({ videoUrl }) => videoUrl !== null)
  }
  async function change(id: number, changes: object) {
    const answer = await adminCalls.patch(`/api/admin/events/${id}`, { data: changes })
    expect(answer.status()).toBe(200)
  }
  // One event with YouTube's pictures, the default, and one in the future.
  const recorded = (await list()).find(({ videoUrl }) => videoUrl.includes('WhWc3b3KhnY'))!
  await change(recorded.id, {
    featureImage: 'https://i.ytimg.com/vi/WhWc3b3KhnY/maxresdefault.jpg',
    bannerImage: 'https://img.youtube.com/vi/WhWc3b3KhnY/0.jpg',
  })
  const [upcoming] = await (await adminCalls.get('/api/events/upcoming')).json()
  await change(upcoming.id, {
    videoUrl: 'https://youtu.be/upcoming_id',
    featureImage: 'https://i.ytimg.com/vi/upcoming_id/maxresdefault.jpg',
  })
  const rows = await list()
  await adminCalls.dispose()
  const ids = rows.map((row) => findVideoId(row.videoUrl)!)
  expect(ids.length).toBeGreaterThan(8)
  expect(ids).not.toContain(undefined)

  const visitor = await playwright.request.newContext({ baseURL: greenroom.url })
  const documents = pages.flatMap((path) => [path, `${path === '/' ? '/_root' : path}.data`])
  const reads = catalogue
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => rows.map(({ id }) => path.replaceAll(/:\w+/g, String(id))))
  const start = [...documents, ...others, ...new Set(reads)].map((path) => greenroom.url + path)
  const answers = await crawl(visitor, start)
  expect(answers.size).toBeGreaterThan(60)

  const person = { firstName: 'Ada', lastName: 'Mensah', email: 'visitor@example.com' }
  for (const { method, path } of catalogue.filter((endpoint) => endpoint.method !== 'GET')) {
    if (path === '/api/video-access' || path === '/api/video-access/login') continue
    for (const { id } of rows.slice(0, 2)) {
      const address = path.replaceAll(/:\w+/g, String(id))
      const data = { ...person, eventId: id, eventIds: [id], videoId: id, accessType: 'login' }
      const response = await visitor.fetch(address, { method, data })
      answers.set(`${method} ${address} ${id}`, await whole(response))
    }
  }

  const revealing = [...answers].filter(([, text]) => ids.some((id) => text.includes(id)))
  expect(revealing.map(([address]) => address)).toEqual([])

  const member = await playwright.request.newContext({ baseURL: greenroom.url })
  const email = await newMember(member)
  await member.post('/api/video-access/login', { data: { email } })
  const videos = await (await member.get('/api/members/videos')).text()
  expect(ids.filter((id) => !videos.includes(id))).toEqual(['upcoming_id'])
  await visitor.dispose()
  await member.dispose()
})
