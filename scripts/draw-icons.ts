import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/** Draws the icons of app/public from favicon.svg: `npx node scripts/draw-icons.ts`. */
const folder = new URL('../app/public/', import.meta.url)
const drawing = readFileSync(new URL('favicon.svg', folder), 'utf8')
// Home screens round or cut the corners themselves; a maskable icon may lose its outer fifth.
const square = drawing.replace('rx="7" ', '')
const inset = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')

function draw(svg: string, size: number) {
  const density = Math.min(2400, (72 * size) / 24)
  return sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** An .ico that holds one PNG of 32 pixels. */
function asIco(png: Buffer) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

function write(name: string, bytes: Buffer) {
  writeFileSync(new URL(name, folder), bytes)
}

write('favicon.ico', asIco(await draw(drawing, 32)))
write('apple-touch-icon.png', await draw(square, 180))
write('icon-192.png', await draw(drawing, 192))
write('icon-512.png', await draw(drawing, 512))
write('icon-maskable.png', await draw(inset, 512))
