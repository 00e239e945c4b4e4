import { createHash } from 'node:crypto'
import { realpathSync, createReadStream, readFileSync, statSync, type Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { Refusal } from '#platform/errors/refusal.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** A site picture as it lies on disk; `hash` is the SHA-256 of its content in hex, `size` in bytes. */
export type Picture = {
  file: string
  format: PictureFormat | 'svg'
  size: number
  hash: string
  /** Its content, where it is drawn and no file. */
  drawing?: string
}

/** A drawing of the site's own, which nobody else had a hand in. */
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

/** Where the site's pictures lie: `images` beside the site file. */
export function pictureFolder(siteFile: string) {
  return resolve(dirname(siteFile), 'images')
}

function formatOf(path: string) {
  return plainPath.test(path) ? formats[extname(path).toLowerCase()] : undefined
}

function isInside(file: string, folder: string) {
  return file.startsWith(folder + sep)
}

/** The picture at a path below the folder; nothing for one that leads out of it, by name or by link. */
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

/** The picture at a path below the folder. Throws 404 where there is none. */
export async function findPicture(folder: string, path: string): Promise<Picture> {
  const picture = await lookUp(folder, path)
  if (!picture) throw new Refusal('no_such_picture')
  return picture
}

function sitePath(address: string) {
  return address.startsWith(base) ? address.slice(base.length).split('?')[0]! : undefined
}

/** The picture of a site address such as `/images/hero.webp`; nothing for any other address. */
export async function findPictureAt(folder: string, address: string | null) {
  const path = address ? sitePath(address) : undefined
  return path === undefined ? undefined : lookUp(folder, path)
}

/**
 * Whether the picture of a site address such as `/images/hero.webp` is there. Addresses of other sites
 * count as there: nobody asks them.
 */
export async function isPictureThere(folder: string, address: string): Promise<boolean> {
  const path = sitePath(address)
  if (path !== undefined) return Boolean(await lookUp(folder, path))
  return URL.canParse(address)
}

/**
 * A site picture's address with its version, so that browsers keep it for good; any other address, or
 * one whose picture is not there, unchanged. Reads the file once, then only its time and size.
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

/** SHA-256 of a file's content in hex, read again only when its time or size changes. */
async function contentHash(file: string, stats: Stats): Promise<string> {
  const kept = knownHash(file, stats)
  if (kept) return kept
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return keepHash(file, stats, hash.digest('hex'))
}

/** The same without waiting, for presenters: a file is read once, then only looked at. */
function contentHashNow(file: string): string {
  const stats = statSync(file)
  const kept = knownHash(file, stats)
  return (
    kept ?? keepHash(file, stats, createHash('sha256').update(readFileSync(file)).digest('hex'))
  )
}

/** What stands in `?v=`: enough to tell two contents apart. */
export function versionOf(hash: string) {
  return hash.slice(0, 10)
}
