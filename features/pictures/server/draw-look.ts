import { initialOf, type Branded, type IconName } from '#features/pictures/rules.ts'
import { deriveColours, stageMode } from '#kernel/look-colours.ts'
import { letters } from './letters.ts'

/**
 * Icons for browsers and home screens: size in pixels, whether the background fills the corners, and which share of the
 * icon the letter or logo fills.
 */
const icons: Record<IconName, { size: number; isWhole: boolean; part: number }> = {
  'favicon.ico': { size: 32, isWhole: false, part: 0.7 },
  'icon-192.png': { size: 192, isWhole: false, part: 0.58 },
  'icon-512.png': { size: 512, isWhole: false, part: 0.58 },
  // Home screens crop the corners of icons themselves, and may cut off the outer fifth of a maskable icon.
  'icon-maskable.png': { size: 512, isWhole: true, part: 0.42 },
  'apple-touch-icon.png': { size: 180, isWhole: true, part: 0.54 },
}

export const iconSize = (name: IconName) => icons[name].size

const rounded = { square: 0, soft: 0.22, round: 0.34 }

/** Returns SVG of the series' first letter, or of two rings if the embedded fonts lack the letter. */
function drawSign(site: Branded, size: number, colour: string) {
  const letter = letters[site.look.fonts][initialOf(site.series.name)]
  if (!letter) {
    const ring = (x: number) =>
      `<circle cx="${x}" cy="50" r="26" fill="none" stroke="${colour}" stroke-width="9"/>`
    return `<g transform="scale(${size / 100})">${ring(35)}${ring(65)}</g>`
  }
  const [width = '', height = ''] = letter.split(' ', 2)
  const path = letter.slice(width.length + height.length + 2)
  const scale = Math.min(size / Number(height), size / Number(width))
  const [left, top] = [(size - Number(width) * scale) / 2, (size - Number(height) * scale) / 2]
  return `<path transform="translate(${left} ${top}) scale(${scale})" fill="${colour}" d="${path}"/>`
}

/**
 * Returns SVG of a tile in the accent colour with the series' letter on it; `part` is the share of the tile that the
 * letter fills.
 */
function drawTile(site: Branded, size: number, { isWhole, part }: (typeof icons)[IconName]) {
  const { accent, accentInk } = deriveColours(site.look.accent, stageMode(site.look.scheme))
  const corner = isWhole ? 0 : size * rounded[site.look.corners]
  const inset = (size * (1 - part)) / 2
  const sign = drawSign(site, size * part, accentInk)
  return `<rect width="${size}" height="${size}" rx="${corner}" fill="${accent}"/><g transform="translate(${inset} ${inset})">${sign}</g>`
}

function drawing(width: number, height: number, content: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** Returns an icon as SVG, with the logo, a PNG, if there is one, otherwise with the series' letter. */
export function drawIcon(name: IconName, site: Branded, logo?: Buffer): string {
  const { size, isWhole, part } = icons[name]
  if (!logo) return drawing(size, size, drawTile(site, size, icons[name]))
  const { canvas } = deriveColours(site.look.accent, 'dark')
  const inset = (size * (1 - Math.min(1, part * 1.3))) / 2
  const side = size - 2 * inset
  const image = `<image x="${inset}" y="${inset}" width="${side}" height="${side}" href="data:image/png;base64,${logo.toString('base64')}"/>`
  const corner = isWhole ? 0 : size * rounded[site.look.corners]
  return drawing(
    size,
    size,
    `<rect width="${size}" height="${size}" rx="${corner}" fill="${canvas}"/>${image}`,
  )
}

type Size = { width: number; height: number }
/** Height of the bar in the accent colour at the bottom of pictures to share. */
export const barHeight = 14

/**
 * Returns the SVG overlay for pictures in link previews: a bar in the accent colour and a tile with the series'
 * letter.
 */
export function drawShareFrame(site: Branded, { width, height }: Size): string {
  const { accent } = deriveColours(site.look.accent, 'dark')
  const tile = drawTile(site, 96, icons['icon-192.png'])
  const line = `<rect y="${height - barHeight}" width="${width}" height="${barHeight}" fill="${accent}"/>`
  return drawing(
    width,
    height,
    `${line}<g transform="translate(40 ${height - barHeight - 40 - 96})">${tile}</g>`,
  )
}

/** Returns the background of a share card as SVG: a circle of light, a tile with the series' letter, and a bar. */
export function drawCardBackground(
  site: Branded,
  { width, height, tile }: Size & { tile: { left: number; top: number; width: number } },
): string {
  const { canvas, accent, accentEdge } = deriveColours(
    site.look.accent,
    stageMode(site.look.scheme),
  )
  const light = `<radialGradient id="light"><stop stop-color="${accentEdge}" stop-opacity=".22"/><stop offset="1" stop-color="${accentEdge}" stop-opacity="0"/></radialGradient>`
  const sign = drawTile(site, tile.width, icons['icon-192.png'])
  return drawing(
    width,
    height,
    `${light}<rect width="100%" height="100%" fill="${canvas}"/><ellipse cx="${width}" cy="0" rx="${width * 0.9}" ry="${height * 0.8}" fill="url(#light)"/><g transform="translate(${tile.left} ${tile.top})">${sign}</g><rect y="${height - barHeight}" width="${width}" height="${barHeight}" fill="${accent}"/>`,
  )
}

/** Returns the SVG for link previews without any picture: the tile with the series' letter in a circle of light. */
export function drawSharePicture(site: Branded, { width, height }: Size): string {
  const { canvas, accentEdge } = deriveColours(site.look.accent, stageMode(site.look.scheme))
  const light = `<radialGradient id="light"><stop stop-color="${accentEdge}" stop-opacity=".34"/><stop offset="1" stop-color="${accentEdge}" stop-opacity="0"/></radialGradient>`
  const side = 264
  const tile = drawTile(site, side, icons['icon-192.png'])
  return drawing(
    width,
    height,
    `${light}<rect width="100%" height="100%" fill="${canvas}"/><ellipse cx="${width / 2}" cy="${height / 2}" rx="640" ry="420" fill="url(#light)"/><g transform="translate(${(width - side) / 2} ${(height - side) / 2 - 10})">${tile}</g>`,
  )
}

/** Returns an .ico file that contains one PNG of 32 by 32 pixels. */
export function wrapIco(png: Buffer): Buffer {
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
