import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'
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

async function look(body: Buffer) {
  const { width, height, format } = await sharp(body).metadata()
  const { dominant } = await sharp(body).stats()
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

test('a banner that is missing or no picture gives way to the feature picture', async () => {
  const { db, send } = await siteWithPictures({
    'broken.jpg': 'not a picture',
    'feature.png': await plain(800, 450, '#00c').png().toBuffer(),
  })
  for (const bannerImage of ['/images/broken.jpg', '/images/gone.jpg']) {
    const event = await buildEvent(db, { bannerImage, featureImage: '/images/feature.png' })
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
  const find = () => pictures.find(0, undefined, () => Promise.resolve())
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
