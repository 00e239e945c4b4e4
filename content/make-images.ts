import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

import { banner, type EventName } from './drawing/banners.ts'
import { heroNarrow, heroWide, shareScene } from './drawing/hero.ts'
import { palettes } from './drawing/palettes.ts'
import { portrait } from './drawing/portrait.ts'
import { renderScene } from './drawing/render.ts'
import type { Scene } from './drawing/scene.ts'

// Draws every sample picture into content/images: npx node content/make-images.ts
// The logos beside them are drawings of their own and are not touched.

const folder = path.join(import.meta.dirname, 'images')

async function save(name: string, scene: Scene, quality: number) {
  const picture = await renderScene(scene)
  const file = name.endsWith('.jpg')
    ? picture.jpeg({ quality, mozjpeg: true })
    : picture.webp({ quality, effort: 6 })
  const bytes = await file.toBuffer()
  await writeFile(path.join(folder, name), bytes)
  console.log(`${name}: ${Math.round(bytes.length / 1024)} kB`)
}

/** A quiet light without anything in it, for a series that has no picture yet. */
async function savePlain(name: string, width: number, height: number) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <radialGradient id="g" cx="68%" cy="40%" r="75%"><stop offset="0" stop-color="#4a4550"/>
    <stop offset="1" stop-color="#17151a"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const picture = sharp(Buffer.from(drawing))
  const file = name.endsWith('.jpg') ? picture.jpeg({ quality: 80 }) : picture.webp({ quality: 70 })
  await writeFile(path.join(folder, name), await file.toBuffer())
}

await savePlain('plain-hero.webp', 2400, 1200)
await savePlain('plain-share.jpg', 1200, 630)
await mkdir(path.join(folder, 'banners'), { recursive: true })
await mkdir(path.join(folder, 'features'), { recursive: true })
await save('hero.webp', heroWide(), 74)
await save('hero-narrow.webp', heroNarrow(), 74)
await save('share.jpg', shareScene(), 82)
for (const name of Object.keys(palettes) as EventName[]) {
  await save(`banners/${name}.webp`, banner(name), 78)
  await save(`features/${name}.webp`, portrait(name), 78)
}
