import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { iconNames, type IconName } from '#features/pictures/rules.ts'
import { finishedLooks, type Look } from '#kernel/look.ts'
import { siteWithLook } from '#tests/support/site-with-look.ts'
import { testApp } from '#tests/support/test-app.ts'

async function appWithLook(look: Partial<Look>, name?: string) {
  const { siteFile, remove } = siteWithLook(look, { seriesName: name })
  onTestFinished(remove)
  return testApp({ config: { siteFile } })
}

/** Returns a pixel's colour; `x` and `y` are fractions of width and height. */
async function colourAt(picture: Buffer, x: number, y: number) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

const sizes: Record<IconName, number> = {
  'favicon.ico': 32,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable.png': 512,
  'apple-touch-icon.png': 180,
}

test('each icon is the first letter of the series on its accent, kept for a year by its address', async () => {
  const { send } = await appWithLook(finishedLooks.daylight, 'Élan vital')
  const manifest = (await send({ url: '/manifest.webmanifest' })).json()
  expect(manifest).toMatchObject({ theme_color: '#f1f3f7', background_color: '#f1f3f7' })
  for (const name of iconNames) {
    const { rawPayload, headers, statusCode } = await send({ url: `/${name}` })
    expect([name, statusCode, headers['cache-control']]).toEqual([
      name,
      200,
      'public, max-age=3600',
    ])
    const png = name === 'favicon.ico' ? rawPayload.subarray(22) : rawPayload
    const { width, height, format } = await sharp(png).metadata()
    expect([name, width, height, format]).toEqual([name, sizes[name], sizes[name], 'png'])
    expect([name, await colourAt(png, 0.5, 0.06)]).toEqual([name, '#1f5793'])
    // A point in the stem of the letter E.
    expect([name, await colourAt(png, 0.41, 0.5)]).toEqual([name, '#ffffff'])
  }
  const lasting = await send({ url: manifest.icons[0].src })
  expect(lasting.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await send({ url: '/logo-dark.png' })).statusCode).toBe(404)
}, 60_000)

test('a series in another script has two rings, and a square logo is its own icon and in mails a PNG', async () => {
  const rings = await appWithLook(finishedLooks.paper, 'Вечер')
  const drawn = (await rings.send({ url: '/icon-192.png' })).rawPayload
  expect([await colourAt(drawn, 0.5, 0.1), await colourAt(drawn, 0.25, 0.5)]).toEqual([
    '#b0412a',
    '#ffffff',
  ])
  const logo = { src: '/images/banners/cold-rooms.webp', width: 90, height: 90 }
  const own = await appWithLook({ ...finishedLooks.paper, logo: { light: logo, dark: logo } })
  const icon = (await own.send({ url: '/icon-192.png' })).rawPayload
  expect(await colourAt(icon, 0.5, 0.04)).toBe('#16100c')
  const { headers, rawPayload } = await own.send({ url: '/logo-light.png' })
  expect([headers['content-type'], (await sharp(rawPayload).metadata()).width]).toEqual([
    'image/png',
    560,
  ])
}, 60_000)
