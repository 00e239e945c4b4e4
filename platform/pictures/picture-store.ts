import { createHash } from 'node:crypto'
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { heicRefused } from '#kernel/fields.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { pictures } from '#schema/platform.ts'
import { isPictureThere, versionedPicture, type Picture } from './picture-folder.ts'
import { type Crop, type Variant, createVariantMaker } from './variant-maker.ts'

type StoredPicture = { address: string; width: number; height: number; size: number }

export type PictureStore = {
  /**
   * Re-encodes and stores a picture. Throws 400 for the field `content` or `crop` if the picture or crop is
   * unusable.
   */
  keep(bytes: Buffer, crop?: Crop): Promise<StoredPicture>
  /**
   * Stores a picture that another Greenroom site stored, unchanged under the same URL. Returns undefined if the URL
   * does not match the content; throws 400 for the field `content` if the picture is invalid.
   */
  keepNamed(bytes: Buffer, address: string): Promise<StoredPicture | undefined>
  /** Stores an SVG unchanged. Throws 400 for the field `content` if the SVG is invalid or too large. */
  keepDrawing(bytes: Buffer): Promise<StoredPicture>
  /**
   * Downloads a picture of another site, stores it and returns its URL on this site. On failure, throws 400 for the
   * field `field`.
   */
  keepFrom(address: string, field: string): Promise<string>
  /** Returns a stored picture by the part of its URL after `/images/`; undefined if there is none. */
  find(path: string): Promise<Picture | undefined>
  /** Returns whether `find` has to load this picture from the database, which is slower than from memory or disk. */
  mustBeRead(path: string): boolean
  /** Returns whether the picture of a URL exists in the store or in the site's folder. */
  isThere(address: string): Promise<boolean>
  /** Returns the URL of a picture in the site's folder with its version added; returns other URLs unchanged. */
  versioned(address: string): string
  /** Cancels encoding of pictures and deletes temporary files. */
  stop(): Promise<void>
}

const keptName = /^([0-9a-f]{32})\.(?:webp|svg)$/
const drawingType = 'image/svg+xml'
const largestDrawing = 200 * 1024
/** Format in which uploaded pictures are stored, large enough for every layout on a high-density screen. */
const keptForm: Variant = { format: 'webp', longest: 2400, quality: 86 }
const kinds: [name: string, pattern: RegExp][] = [
  ['JPEG', /^\xff\xd8\xff/],
  ['PNG', /^\x89PNG\r\n/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftypavi[fs]/],
]

/** Throws 400 unless the content is a picture in a supported format. File names are untrusted. */
function refuseUnknownKind(bytes: Buffer) {
  const head = bytes.toString('latin1', 0, 16)
  if (kinds.some(([, pattern]) => pattern.test(head))) return
  if (/^[^]{4}ftyp(hei[cmsx]|hev[cmx]|mif1|msf1)/.test(head)) {
    throw invalidInput([{ field: 'content', message: heicRefused }])
  }
  const names = kinds.map(([name]) => name).join(', ')
  throw invalidInput([{ field: 'content', message: `The picture must be one of ${names}` }])
}

function unusable(error: unknown) {
  const isCrop = /extract|crop/i.test((error as Error).message)
  return invalidInput([
    isCrop
      ? { field: 'crop', message: 'The chosen part lies outside the picture' }
      : { field: 'content', message: 'The picture is damaged or too large to be read' },
  ])
}

/**
 * Stores pictures in the database, so that backups include them and every node serves them. Each picture is
 * re-encoded without metadata and named by its hash.
 */
export function createPictureStore(
  db: Db,
  siteFolder: string,
  fetchPublic: (address: string) => Promise<Buffer>,
): PictureStore {
  const maker = createVariantMaker({ patienceMs: 60_000 })
  const unpacked = new Map<string, Promise<Picture | undefined>>()
  const ready = new Set<string>()
  let folder: Promise<string> | undefined
  const ownFolder = () => (folder ??= mkdtemp(join(tmpdir(), 'greenroom-pictures-')))

  async function encode(bytes: Buffer, crop: Crop | undefined) {
    const file = join(await ownFolder(), `${crypto.randomUUID()}.upload`)
    await writeFile(file, bytes)
    try {
      return await maker.make(file, { ...keptForm, crop })
    } catch (error) {
      throw unusable(error)
    } finally {
      await rm(file, { force: true })
    }
  }

  async function keep(bytes: Buffer, crop?: Crop) {
    refuseUnknownKind(bytes)
    const encoded = await encode(bytes, crop)
    return store(encoded, measureWebp(encoded))
  }

  async function keepNamed(bytes: Buffer, address: string) {
    if (address !== `/images/${nameOf(bytes)}.webp`) return undefined
    refuseUnknownKind(bytes)
    // Encode only to verify that the picture is readable; the original bytes are stored.
    await encode(bytes, undefined)
    const isWebp = bytes.toString('latin1', 8, 12) === 'WEBP'
    const size = isWebp ? measureWebp(bytes) : undefined
    const isKeptForm = size && Math.max(size.width, size.height) <= keptForm.longest!
    return isKeptForm ? store(bytes, size) : undefined
  }

  async function store(bytes: Buffer, size: { width: number; height: number }) {
    const hash = nameOf(bytes)
    await db
      .insert(pictures)
      .values({ hash, bytes, type: 'image/webp', ...size })
      .onConflictDoNothing()
    return { address: `/images/${hash}.webp`, ...size, size: bytes.length }
  }

  async function keepDrawing(bytes: Buffer) {
    const size = measureDrawing(bytes)
    const hash = nameOf(bytes)
    await db
      .insert(pictures)
      .values({ hash, bytes, type: drawingType, ...size })
      .onConflictDoNothing()
    return { address: `/images/${hash}.svg`, ...size, size: bytes.length }
  }

  async function unpack(hash: string): Promise<Picture | undefined> {
    const [row] = await db
      .select({ bytes: pictures.bytes, type: pictures.type })
      .from(pictures)
      .where(eq(pictures.hash, hash))
    if (!row) return undefined
    const format = row.type === drawingType ? 'svg' : 'webp'
    const file = join(await ownFolder(), `${hash}.${format}`)
    await writeFile(`${file}.part`, row.bytes)
    await rename(`${file}.part`, file)
    return { file, format, size: row.bytes.length, hash }
  }

  async function find(path: string) {
    const hash = keptName.exec(path)?.[1]
    if (hash === undefined) return undefined
    const reading = unpacked.get(hash)
    const known = await reading
    if (reading && !known) return undefined
    // Check that the picture's temporary file still exists, because the operating system may have deleted it.
    if (known && (await stat(known.file).catch(() => undefined))) return known
    const unpacking = unpack(hash)
    unpacked.set(hash, unpacking)
    const found = await unpacking.catch((error: unknown) => {
      unpacked.delete(hash)
      throw error
    })
    if (found) ready.add(hash)
    else unpacked.delete(hash)
    return found
  }

  return {
    keep,
    keepNamed,
    keepDrawing,
    find,
    mustBeRead(path) {
      const hash = keptName.exec(path)?.[1]
      return hash !== undefined && !ready.has(hash)
    },
    async keepFrom(address, field) {
      const bytes = await fetchPublic(address).catch((error: Error) => {
        const message = `The picture at ${address.slice(0, 200)} cannot be fetched. ${error.message}`
        throw invalidInput([{ field, message }])
      })
      const kept = await keep(bytes).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        const message = `The file at ${address.slice(0, 200)} cannot be used. ${error.message}`
        throw invalidInput([{ field, message }])
      })
      return kept.address
    },
    async isThere(address) {
      const hash = keptName.exec(address.split('?')[0]!.replace('/images/', ''))?.[1]
      if (hash === undefined) return isPictureThere(siteFolder, address)
      return (await db.$count(pictures, eq(pictures.hash, hash))) > 0
    },
    versioned: (address) => versionedPicture(siteFolder, address),
    async stop() {
      maker.stop()
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

function nameOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/**
 * Returns an SVG's size in pixels; throws 400 if the file is no SVG or too large. The content security policy of
 * the response, not this function, prevents scripts in the SVG.
 */
function measureDrawing(bytes: Buffer): { width: number; height: number } {
  const words = bytes.toString('utf8')
  const [tag = ''] = /<svg\b[^>]*>/i.exec(words.slice(0, 10_000)) ?? []
  if (bytes.length > largestDrawing || !tag) {
    const message = `A drawing must be an SVG file of at most ${largestDrawing / 1024} kB`
    throw invalidInput([{ field: 'content', message }])
  }
  const [, width, height] =
    /viewBox="[\d.-]+[ ,]+[\d.-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/i.exec(tag) ?? []
  const whole = (side: string | undefined) => Math.min(10_000, Math.ceil(Number(side)) || 1)
  return { width: whole(width), height: whole(height) }
}

/** Returns width and height in pixels from the header of a WebP file, for each of WebP's three formats. */
function measureWebp(file: Buffer): { width: number; height: number } {
  const form = file.toString('latin1', 12, 16)
  if (form === 'VP8X') {
    return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
  }
  if (form === 'VP8L') {
    const bits = file.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (form !== 'VP8 ') throw new Error('this is not a WebP file')
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
}
