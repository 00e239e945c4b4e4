import { createHash } from 'node:crypto'
import { realpathSync, createReadStream, readFileSync, statSync, type Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { Refusal } from '#platform/errors/refusal.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** A picture of the site as a file; `hash` is the SHA-256 of its content in hex, `size` in bytes. */
export type Picture = {
  file: string
  format: PictureFormat | 'svg'
  size: number
  hash: string
  /** SVG markup of a picture that this site generated. Such a picture is not a file. */
  drawing?: string
}

/** Returns the `Picture` of an SVG that this site generated, which is therefore trusted. */
export function drawnPicture(drawing: string): Picture {
  const hash = createHash('sha256').update(drawing).digest('hex')
  return { file: 'a drawing', format: 'svg', size: drawing.length, hash, drawing }
}

const formats: Record<string, Picture['format']> = {
  '.avif': 'avif',
  '.webp': 'webp',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
  '.svg': 'svg',
}

const base = '/images/'
const plainPath = /^\w[\w.-]*(\/\w[\w.-]*)*$/

/** Returns the folder of the site's pictures: `images` beside the site file. */
export function pictureFolder(siteFile: string) {
  return resolve(dirname(siteFile), 'images')
}

function formatOf(path: string) {
  return plainPath.test(path) ? formats[extname(path).toLowerCase()] : undefined
}

function isInside(file: string, folder: string) {
  return file.startsWith(folder + sep)
}

/**
 * Returns the picture at a path below the folder of the site's pictures; undefined if there is none, or if the path or
 * a symbolic link leads out of the folder.
 */
async function lookUp(folder: string, path: string): Promise<Picture | undefined> {
  const format = formatOf(path)
  if (!format) return undefined
  try {
    const file = await realpath(join(folder, path))
    const stats = await stat(file)
    if (!stats.isFile() || !isInside(file, await realpath(folder))) return undefined
    return { file, format, size: stats.size, hash: await contentHash(file, stats) }
  } catch {
    return undefined
  }
}

/** Returns the picture at a path below the folder of the site's pictures. Throws 404 if there is none. */
export async function findPicture(folder: string, path: string): Promise<Picture> {
  const picture = await lookUp(folder, path)
  if (!picture) throw new Refusal('no_such_picture')
  return picture
}

function sitePath(address: string) {
  return address.startsWith(base) ? address.slice(base.length).split('?')[0]! : undefined
}

/** Returns the picture of a URL such as `/images/hero.webp`; undefined for other URLs. */
export async function findPictureAt(folder: string, address: string | null) {
  const path = address ? sitePath(address) : undefined
  return path === undefined ? undefined : lookUp(folder, path)
}

/**
 * Returns whether the picture of a URL exists on this site, such as `/images/hero.webp`. Returns true for URLs of other
 * sites without checking them.
 */
export async function isPictureThere(folder: string, address: string): Promise<boolean> {
  const path = sitePath(address)
  if (path !== undefined) return Boolean(await lookUp(folder, path))
  return URL.canParse(address)
}

/**
 * Adds the version to the URL of a picture in the folder (`?v=…`), so that browsers can cache the picture permanently.
 * Returns other URLs unchanged. Reads a file again only if its time or size changed.
 */
export function versionedPicture(folder: string, address: string): string {
  const path = sitePath(address)
  if (path === undefined || address.includes('?') || !formatOf(path)) return address
  try {
    const file = realpathSync(join(folder, path))
    if (!isInside(file, realpathSync(folder))) return address
    return `${address}?v=${versionOf(contentHashNow(file))}`
  } catch {
    return address
  }
}

const known = new Map<string, { mtimeMs: number; size: number; hash: string }>()

function knownHash(file: string, { mtimeMs, size }: Stats) {
  const entry = known.get(file)
  return entry && entry.mtimeMs === mtimeMs && entry.size === size ? entry.hash : undefined
}

function keepHash(file: string, { mtimeMs, size }: Stats, hash: string) {
  known.set(file, { mtimeMs, size, hash })
  return hash
}

/** Returns the SHA-256 of a file in hex; reads the file again if its time or size changed. */
async function contentHash(file: string, stats: Stats): Promise<string> {
  const cached = knownHash(file, stats)
  if (cached) return cached
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return keepHash(file, stats, hash.digest('hex'))
}

/** Returns the SHA-256 of a file in hex, synchronously. */
function contentHashNow(file: string): string {
  const stats = statSync(file)
  const cached = knownHash(file, stats)
  return (
    cached ?? keepHash(file, stats, createHash('sha256').update(readFileSync(file)).digest('hex'))
  )
}

/** Returns the version in a picture's URL (`?v=`): a prefix of its hash. */
export function versionOf(hash: string) {
  return hash.slice(0, 10)
}
