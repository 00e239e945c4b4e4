import sharp from 'sharp'
import { expect, test } from 'vitest'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import { uploadPicture } from '#features/pictures/contract.ts'
import { heicRefused } from '#kernel/fields.ts'
import { auditLog, pictures } from '#schema/platform.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Creates a picture whose left half is red and whose right half is blue. */
function halves(width: number, height: number) {
  const left = { create: { width: width / 2, height, channels: 3 as const, background: '#e00000' } }
  return sharp({ create: { width, height, channels: 3, background: '#0000e0' } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}

async function colourAt(file: Buffer, left: number, top: number) {
  const part = await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return part[0]! > part[2]! ? 'red' : 'blue'
}

async function uploading(options?: Parameters<typeof testApp>[0]) {
  const app = await testApp(options)
  const admin = await app.asAdmin()
  const upload = (file: Buffer, fields: Record<string, unknown> = {}) =>
    admin.call(uploadPicture, {
      body: { name: 'banner.jpg', content: file.toString('base64'), ...fields },
    })
  const get = (url: string) => app.send({ url })
  return { ...app, admin, upload, get }
}

test('an upload is re-encoded upright without metadata and served for ever with its variants', async () => {
  const { upload, get, db } = await uploading()
  const photo = await halves(3000, 1500)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Somebody Private' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await upload(photo)
  expect([status, body.message]).toEqual([200, undefined])
  expect(body).toMatchObject({ width: 1200, height: 2400 })
  expect(body.address).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
  const original = await get(body.address)
  expect(original.statusCode).toBe(200)
  expect(original.headers['content-type']).toBe('image/webp')
  expect(original.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(original.rawPayload.length).toBe(body.size)
  const { exif, format, orientation } = await sharp(original.rawPayload).metadata()
  expect({ exif, format, orientation }).toEqual({ format: 'webp' })
  expect(original.rawPayload.includes('Somebody')).toBe(false)
  expect(await colourAt(original.rawPayload, 600, 100)).toBe('red')
  expect(await colourAt(original.rawPayload, 600, 2300)).toBe('blue')
  const variant = await get(`${body.address}?w=320&f=jpeg`)
  expect(variant.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(await sharp(variant.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
  expect((await upload(photo)).body.address).toBe(body.address)
  expect(await db.$count(pictures)).toBe(1)
})

test('the chosen part is cut out of the upright picture', async () => {
  const { upload, get } = await uploading()
  const file = await halves(800, 400).png().toBuffer()
  const crop = { x: 400, y: 0, width: 320, height: 180 }
  const { body } = await upload(file, { crop })
  expect(body).toMatchObject({ width: 320, height: 180 })
  expect(await colourAt((await get(body.address)).rawPayload, 5, 5)).toBe('blue')
  const outside = await upload(file, { crop: { ...crop, x: 700 } })
  expect([outside.status, outside.body.errors?.[0]?.field]).toEqual([400, 'crop'])
})

test('files that are no pictures, damaged ones and bombs are rejected by content and not stored', async () => {
  const { upload, db } = await uploading()
  const whole = await halves(400, 400).jpeg().toBuffer()
  const bomb = await sharp({
    create: { width: 16000, height: 16000, channels: 3, background: '#fff' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const refused = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a............'),
    Buffer.from('<!doctype html><p>hello'),
    whole.subarray(0, 300),
    bomb,
  ]
  for (const file of refused) {
    const answer = await upload(file)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'content'])
  }
  const empty = await upload(Buffer.alloc(0))
  expect(empty.status).toBe(400)
  const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
  expect([large.status, large.body.errors?.[0]?.field]).toEqual([413, 'content'])
  expect(await db.$count(pictures)).toBe(0)
})

/** Returns the first bytes of a phone's HEIC file: the ftyp box with its brands, then the next box. */
function heicHeader(brand: string) {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 36]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1MiPrmiafMiHBheic`, 'latin1'),
    Buffer.from([0, 0, 14, 132]),
    Buffer.from('meta\0\0\0\0', 'latin1'),
  ])
}

test('a picture as telephones take them is refused in words that say what to do instead', async () => {
  const { upload, db } = await uploading()
  for (const brand of ['heic', 'heix', 'hevc', 'mif1']) {
    const refused = await upload(heicHeader(brand), { name: 'IMG_0412.HEIC' })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'content', message: heicRefused }],
    ])
    expect(refused.body.message).toBe(heicRefused)
  }
  expect(heicRefused).toMatch(/Export it as JPEG/)
  expect(await db.$count(pictures)).toBe(0)
})

test('a picture of another site is fetched once on saving and kept here', async () => {
  const file = await halves(640, 360).jpeg().toBuffer()
  const asked: string[] = []
  const { admin, db, get } = await uploading({
    async fetchPublic(address) {
      asked.push(address)
      if (address.includes('page')) return Buffer.from('<html>Not a picture</html>')
      if (address.includes('gone')) throw new Error('The other site answered 404')
      return file
    },
  })
  const event = await buildEvent(db)
  const change = (body: Record<string, unknown>) =>
    admin.call(changeEvent, { params: { id: event.id }, body })
  const saved = await change({ bannerImage: 'https://pictures.example/a.jpg' })
  expect(saved.body.bannerImage).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
  expect((await get(saved.body.bannerImage)).statusCode).toBe(200)
  await change({ bannerImage: saved.body.bannerImage, title: 'Again' })
  const thumbnail = 'https://i.ytimg.com/vi/aqz-KE-bpKQ/maxresdefault.jpg'
  expect((await change({ featureImage: thumbnail })).body.featureImage).toBe(thumbnail)
  expect(asked).toEqual(['https://pictures.example/a.jpg'])
  const gone = await change({ featureImage: 'https://pictures.example/gone.jpg' })
  expect([gone.status, gone.body.errors]).toEqual([
    400,
    [{ field: 'featureImage', message: expect.stringContaining('answered 404') }],
  ])
  const page = await change({ bannerImage: 'https://pictures.example/page' })
  expect([page.status, page.body.errors]).toEqual([
    400,
    [{ field: 'bannerImage', message: expect.stringContaining('cannot be used') }],
  ])
})

test('a recording that changes while a picture is fetched keeps its own thumbnail', async () => {
  const thumbnail = (id: string) => `https://i.ytimg.com/vi/${id}/maxresdefault.jpg`
  const { admin, db } = await uploading({
    async fetchPublic() {
      const videoUrl = 'https://youtu.be/eRsGyueVLvQ'
      expect((await change({ videoUrl })).body.featureImage).toBe(thumbnail('eRsGyueVLvQ'))
      return halves(640, 360).jpeg().toBuffer()
    },
  })
  const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
  const event = await buildEvent(db, { videoUrl, featureImage: thumbnail('aqz-KE-bpKQ') })
  const change = (body: Record<string, unknown>) =>
    admin.call(changeEvent, { params: { id: event.id }, body })
  const saved = await change({ bannerImage: 'https://pictures.example/a.jpg' })
  expect([saved.status, saved.body.featureImage]).toEqual([200, thumbnail('eRsGyueVLvQ')])
})

test('saving never asks a host that is not public', async () => {
  const { admin, db } = await uploading()
  const event = await buildEvent(db)
  const answer = await admin.call(changeEvent, {
    params: { id: event.id },
    body: { bannerImage: 'https://127.0.0.1:9/secret.png' },
  })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'bannerImage'])
})

test('the share picture of an event is made of its uploaded banner', async () => {
  const { admin, upload, get, db } = await uploading()
  const { body } = await upload(await halves(1600, 900).jpeg().toBuffer())
  const event = await admin.call(createEvent, {
    body: {
      speakerName: 'Amara Obi',
      speakerTitle: 'Founder',
      description: 'An evening.',
      status: 'upcoming',
      bannerImage: body.address,
      featureImage: body.address,
    },
  })
  const shared = await get(`/share/event-${event.body.id}.jpg`)
  expect(shared.statusCode).toBe(200)
  expect(await sharp(shared.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  const log = await db.select().from(auditLog)
  expect(log.map(({ action }) => action)).toEqual(['sign_in', 'picture_uploaded', 'event_created'])
})
