import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#tests/support/test-app.ts'
import { drawPicture, temporaryFolder, testPictures } from '#tests/support/test-pictures.ts'
import { createVariantMaker, type VariantMaker } from './variant-maker.ts'
import { createVariants } from './variants.ts'

async function siteWithPicture(width = 700, height = 350) {
  const pictures = await testPictures()
  await pictures.add('hero.jpg', await drawPicture(width, height).jpeg().toBuffer())
  const app = await testApp({ config: pictures.config })
  const get = (url: string) => app.send({ url })
  /** Waits for the variant itself: on a busy machine, another format may replace an AVIF at first. */
  const getMade = (url: string) =>
    vi.waitFor(
      async () => {
        const answer = await get(url)
        if (answer.headers['cache-control'] === 'public, max-age=60')
          throw new Error('not made yet')
        return answer
      },
      { timeout: 20_000, interval: 100 },
    )
  return { ...pictures, ...app, get, getMade }
}

/** Returns variants in a folder of their own, and a count of encoder calls. */
async function variantsOfPicture(
  folder: string,
  options: { momentMs?: number; cannotMake?: string } = {},
) {
  const file = join(await temporaryFolder(), 'hero.jpg')
  await writeFile(file, await drawPicture(400, 200).jpeg().toBuffer())
  const picture = { file, format: 'jpeg', size: 1, hash: 'a'.repeat(64) } as const
  const reports: string[] = []
  const asked: string[] = []
  const { make, stop } = createVariantMaker()
  const maker: VariantMaker = {
    stop,
    make(path, variant) {
      asked.push(variant.format)
      return make(variant.format === options.cannotMake ? '/nowhere' : path, variant)
    },
  }
  const report = (_error: unknown, message: string) => void reports.push(message)
  const variants = createVariants(folder, report, { maker, momentMs: options.momentMs })
  onTestFinished(() => variants.stop())
  return { variants, picture, asked, reports }
}

test.each([
  ['?w=320&f=avif', 'image/avif', 'heif', 320],
  ['?w=480&f=webp', 'image/webp', 'webp', 480],
  ['?w=640', 'image/jpeg', 'jpeg', 640],
  ['?f=webp', 'image/webp', 'webp', 700],
  ['?w=2400&f=webp', 'image/webp', 'webp', 700],
])('%s is made as %s, never wider than the original', async (query, type, format, width) => {
  const { getMade } = await siteWithPicture()
  const answer = await getMade(`/images/hero.jpg${query}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe(type)
  const made = await sharp(answer.rawPayload).metadata()
  expect(made).toMatchObject({ format, width, height: width / 2 })
})

test.each([
  ['w=641', 'w'],
  ['w=0', 'w'],
  ['w=', 'w'],
  ['w=99999999999999999999', 'w'],
  ['w=320&w=640', 'w'],
  ['w=320&f=gif', 'f'],
  ['f=png', 'f'],
  ['w=%00', 'w'],
])('a variant outside the list, ?%s, is refused with the field named', async (query, field) => {
  const { get } = await siteWithPicture(8, 8)
  const answer = await get(`/images/hero.jpg?${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.json().errors).toMatchObject([{ field }])
})

test('a picture taken sideways is upright, and a transparent one gets a white ground', async () => {
  const { get, add } = await siteWithPicture(8, 8)
  const sideways = drawPicture(400, 200).jpeg().withMetadata({ orientation: 6 })
  await add('sideways.jpg', await sideways.toBuffer())
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const glass = sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
  await add('glass.png', await glass.png().toBuffer())
  const upright = await get('/images/sideways.jpg?w=320&f=webp')
  expect(await sharp(upright.rawPayload).metadata()).toMatchObject({ width: 200, height: 400 })
  const solid = await get('/images/glass.png?f=jpeg')
  const { channels } = await sharp(solid.rawPayload).stats()
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('a variant is kept and found again after a new start', async () => {
  const { get, cache, config, app } = await siteWithPicture()
  const first = await get('/images/hero.jpg?w=320')
  const [name = ''] = await readdir(cache)
  const { mtimeMs } = await stat(join(cache, name))
  await app.close()
  const restarted = await testApp({ config })
  const second = await restarted.send({ url: '/images/hero.jpg?w=320' })
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await readdir(cache)).toEqual([name])
  expect((await stat(join(cache, name))).mtimeMs).toBe(mtimeMs)
})

test('a deleted variant is rendered again', async () => {
  const { get, cache } = await siteWithPicture()
  const first = await get('/images/hero.jpg?w=320')
  const [name = ''] = await readdir(cache)
  await rm(join(cache, name))
  const second = await get('/images/hero.jpg?w=320')
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await readdir(cache)).toEqual([name])
})

test('where the folder cannot be used, variants are kept in memory', async () => {
  const folder = join(await temporaryFolder(), 'in-the-way')
  await writeFile(folder, 'a file where the folder should be')
  const { variants, picture, asked, reports } = await variantsOfPicture(folder)
  for (let time = 0; time < 3; time++) {
    expect(await variants.find(picture, { format: 'webp', width: 320 })).toBeInstanceOf(Buffer)
  }
  expect(asked).toEqual(['webp'])
  expect(reports).toEqual(['resized pictures are kept in memory: their folder cannot be used'])
})

test('twenty visitors at once make a variant once', async () => {
  const folder = join(await temporaryFolder(), 'cache')
  const { variants, picture, asked } = await variantsOfPicture(folder)
  const visits = Array.from({ length: 20 }, () => variants.find(picture, { format: 'webp' }))
  const found = await Promise.all(visits)
  expect(asked).toEqual(['webp'])
  expect(new Set(found).size).toBe(1)
  expect(await readdir(folder)).toHaveLength(1)
})

test('WebP stands in for an AVIF that takes longer than a moment, until that is made', async () => {
  const folder = join(await temporaryFolder(), 'cache')
  const { variants, picture } = await variantsOfPicture(folder, { momentMs: 0 })
  const wanted = { format: 'avif', width: 320 } as const
  const first = await variants.findSoon(picture, wanted)
  expect(first?.variant).toEqual({ format: 'webp', width: 320 })
  expect(await sharp(first?.body).metadata()).toMatchObject({ format: 'webp', width: 320 })
  const made = await variants.find(picture, wanted)
  expect(await sharp(made).metadata()).toMatchObject({ format: 'heif', width: 320 })
})

test('WebP that is kept stands in at once, however long a moment is', async () => {
  const folder = join(await temporaryFolder(), 'cache')
  const { variants, picture } = await variantsOfPicture(folder, { momentMs: 60_000 })
  const wanted = { format: 'avif', width: 320 } as const
  const kept = await variants.find(picture, { ...wanted, format: 'webp' })
  const first = await variants.findSoon(picture, wanted)
  expect(first?.variant.format).toBe('webp')
  expect(first?.body.equals(kept!)).toBe(true)
  await variants.find(picture, wanted)
  expect((await variants.findSoon(picture, wanted))?.variant.format).toBe('avif')
})

test('ten seconds after a start WebP of the first view is made, and nothing else', async () => {
  const { app, add, cache } = await siteWithPicture()
  await add('hero.webp', await drawPicture(700, 350).webp().toBuffer())
  await add('hero-narrow.webp', await drawPicture(350, 700).webp().toBuffer())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  // All widths up to the picture's own: 1440 and 2400.
  const made = Array.from({ length: 5 + 7 }, () => expect.stringMatching(/\.webp$/) as unknown)
  await vi.waitFor(async () => expect(await readdir(cache)).toEqual(made), 20_000)
})

test('WebP stands in for an AVIF that cannot be made, which is not tried again at once', async () => {
  const folder = join(await temporaryFolder(), 'cache')
  const { variants, picture, asked, reports } = await variantsOfPicture(folder, {
    cannotMake: 'avif',
  })
  for (let time = 0; time < 2; time++) {
    const found = await variants.findSoon(picture, { format: 'avif', width: 320 })
    expect(found?.variant.format).toBe('webp')
  }
  expect(asked).toEqual(['avif', 'webp'])
  expect(reports).toHaveLength(1)
})
