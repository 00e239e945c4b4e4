import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { shareVersion } from '#kernel/slug.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp, testClock } from '#tests/support/test-app.ts'
import { createSharePictures } from './share-pictures.ts'

/** Creates a site folder with exactly these pictures. */
async function siteWithPictures(pictures: Record<string, Buffer | string>) {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-share-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'images'))
  await copyFile('content/site.json', join(folder, 'site.json'))
  for (const [name, content] of Object.entries(pictures)) {
    await writeFile(join(folder, 'images', name), content)
  }
  return testApp({
    config: { siteFile: join(folder, 'site.json'), dataDir: join(folder, 'data') },
  })
}

function plain(width: number, height: number, color: string) {
  return sharp({ create: { width, height, channels: 3, background: color } })
}

/** Describes a picture, with the dominant colour of its right third: on an event's card, the event's picture. */
async function look(body: Buffer) {
  const { width, height, format } = await sharp(body).metadata()
  const right = { left: Math.floor((width * 2) / 3), top: 0, width: Math.floor(width / 3), height }
  const { dominant } = await sharp(await sharp(body).extract(right).toBuffer()).stats()
  return { width, height, format, isRed: dominant.r > dominant.b, isBlue: dominant.b > dominant.r }
}

const shareSize = { width: 1200, height: 630, format: 'jpeg' }

test.for([
  ['a small banner', 'banner.png', () => plain(90, 60, '#c00').png().toBuffer()],
  ['an upright banner', 'banner.webp', () => plain(500, 1400, '#c00').webp().toBuffer()],
  [
    'a drawn banner',
    'banner.svg',
    () =>
      Promise.resolve(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#c00" d="M0 0h16v9H0z"/></svg>',
      ),
  ],
] as const)('the share image made of %s is 1200x630', async ([, name, make]) => {
  const { db, send } = await siteWithPictures({ [name]: await make() })
  const event = await buildEvent(db, { bannerImage: `/images/${name}` })
  const response = await send({ method: 'GET', url: `/share/event-${event.id}.jpg?v=1` })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('image/jpeg')
  expect(await look(response.rawPayload)).toMatchObject({ ...shareSize, isRed: true })
})

test('a feature picture that is missing or no picture gives way to the banner', async () => {
  const { db, send } = await siteWithPictures({
    'broken.jpg': 'not a picture',
    'banner.png': await plain(800, 450, '#00c').png().toBuffer(),
  })
  for (const featureImage of ['/images/broken.jpg', '/images/gone.jpg']) {
    const event = await buildEvent(db, { featureImage, bannerImage: '/images/banner.png' })
    const response = await send({ method: 'GET', url: `/share/event-${event.id}.jpg` })
    expect(await look(response.rawPayload)).toMatchObject({ ...shareSize, isBlue: true })
  }
})

test('without an event the share image is made of the series picture', async () => {
  const series = await plain(640, 640, '#00c').jpeg().toBuffer()
  const { send } = await siteWithPictures({ 'share.jpg': series })
  for (const url of ['/share/series.jpg', '/share/event-4711.jpg']) {
    const response = await send({ method: 'GET', url })
    expect(await look(response.rawPayload)).toMatchObject({ ...shareSize, isBlue: true })
  }
})

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')

test.for([
  ['', 1200, 630],
  ['-square', 1080, 1080],
  ['-story', 1080, 1920],
] as const)(
  'the card event-1%s.jpg is %i x %i pixels, and shows the title',
  async ([name, width, height]) => {
    const { db, send } = await testApp()
    const read = async (title: string) => {
      const event = await buildEvent(db, { title })
      const { rawPayload } = await send({
        method: 'GET',
        url: `/share/event-${event.id}${name}.jpg`,
      })
      const made = await sharp(rawPayload).metadata()
      return { size: [made.width, made.height], hash: hashOf(rawPayload) }
    }
    const [first, other] = [await read('Pricing'), await read('Hiring')]
    expect(first.size).toEqual([width, height])
    expect(first.hash).not.toBe(other.hash)
  },
)

test('a title in a script that the fonts lack leaves the banner without texts', async () => {
  const { db, send } = await siteWithPictures({
    'banner.png': await plain(1200, 630, '#c00').png().toBuffer(),
  })
  const event = await buildEvent(db, { title: '価格は会話です', bannerImage: '/images/banner.png' })
  const url = `/share/event-${event.id}-square.jpg`
  const { rawPayload } = await send({ method: 'GET', url })
  const { dominant } = await sharp(rawPayload).stats()
  expect(dominant.r).toBeGreaterThan(180)
})

test('a card disappears within a minute after its event is hidden', async () => {
  const clock = testClock()
  const { db, send } = await testApp({ clock })
  const event = await buildEvent(db, { title: 'Secret' })
  const version = shareVersion(event.updatedAt.toISOString())
  const read = async (url: string) => hashOf((await send({ method: 'GET', url })).rawPayload)
  const card = `/share/event-${event.id}.jpg?v=${version}`
  const series = await read('/share/series.jpg')
  expect(await read(card)).not.toBe(series)
  await db
    .update(events)
    .set({ publishAt: new Date('9999-01-01') })
    .where(eq(events.id, event.id))
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect(await read(card)).toBe(series)
})

test('a share image is kept by browsers and answered with 304 when they ask again', async () => {
  const { db, send } = await siteWithPictures({
    'banner.png': await plain(1600, 900, '#c00').png().toBuffer(),
  })
  const event = await buildEvent(db, { bannerImage: '/images/banner.png' })
  const url = `/share/event-${event.id}.jpg`
  const first = await send({ method: 'GET', url })
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  const again = await send({
    method: 'GET',
    url,
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test.for([
  '/share/event-0x1.jpg',
  '/share/event-.jpg',
  '/share/event-1-tall.jpg',
  '/share/series-square.jpg',
  '/share/other.jpg',
  '/share/series.png',
  '/share/x.webp',
])(
  'there is nothing at %s, which is said as the API document has it, beside the pages too',
  async (url) => {
    const { send } = await testApp({ pages: builtPages })
    const { statusCode, headers } = await send({ method: 'GET', url })
    expect([statusCode, headers['refusal-code']]).toEqual([404, 'no_such_picture'])
    expect(headers['content-type']).toContain('application/json')
  },
)

test('a picture rendered during publishing is not cached', async () => {
  const made: ((body: Buffer) => void)[] = []
  const pictures = createSharePictures(
    async () => {
      const body = await new Promise<Buffer>((resolve) => void made.push(resolve))
      const picture = { file: '', format: 'svg', size: 1, hash: '' } as const
      return { picture, variant: { format: 'jpeg' }, body, version: undefined }
    },
    () => new Date(0),
    () => 'the same look',
  )
  const wanted = { eventId: 0, size: 'wide', version: undefined } as const
  const find = () => pictures.find(wanted, () => Promise.resolve())
  const old = find()
  await expect.poll(() => made.length).toBe(1)
  pictures.clear()
  made[0]!(Buffer.from('old'))
  await old
  const next = find()
  await expect.poll(() => made.length).toBe(2)
  made[1]!(Buffer.from('new'))
  expect([String((await next).body), String((await find()).body)]).toEqual(['new', 'new'])
})
