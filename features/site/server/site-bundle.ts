import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Site } from '#kernel/site.ts'
import { writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { findPictureAt } from '#platform/pictures/picture-folder.ts'
import type { PictureStore } from '#platform/pictures/picture-store.ts'
import { checkSite, listPictures } from './check-site.ts'
import { moveFormerParts } from './read-stored-site.ts'
import { refuseIfLocked, replaceSite } from './site-draft.ts'

/** Largest file to import, in bytes. */
export const largestBundle = 100 * 1024 * 1024
const largestPicture = 10 * 1024 * 1024

const pictureAddress = z
  .string()
  .max(300)
  .regex(/^\/images\/[\w./-]+\.(svg|webp|avif|jpe?g|png)$/)

/** Format of the file with content and pictures that `npm run site` exports and imports. */
const bundle = z.strictObject({
  format: z.literal('greenroom-site', 'It is no file of "npm run site -- export"'),
  version: z.literal(1, 'It is of a newer release'),
  content: z.record(z.string(), z.unknown()),
  pictures: z
    .array(
      z.strictObject({
        address: pictureAddress,
        content: z
          .base64()
          .min(1)
          .max(Math.ceil((largestPicture * 4) / 3)),
      }),
    )
    .max(300),
  /** URLs of pictures that the exported content refers to, but that did not exist. */
  missing: z.array(pictureAddress).max(300).optional(),
})

/** Thrown for an invalid import file, before anything is changed. */
export class InvalidBundle extends OperatorError {}

type Place = { db: Db; content: SiteContent; folder: string; pictures: PictureStore; now: Date }

const plainAddress = (address: string) => address.split('?')[0]!

function findPicture({ folder, pictures }: Place, address: string) {
  return pictures
    .find(address.replace('/images/', ''))
    .then((kept) => kept ?? findPictureAt(folder, address))
}

/** Returns the export file: the published content with its pictures, and the URLs of those that are missing. */
export async function packSite(place: Place): Promise<string> {
  const site = place.content.site()
  const addresses = new Set(
    (await listPictures(place.db, site)).map(({ address }) => plainAddress(address)),
  )
  const pictures: z.input<typeof bundle>['pictures'] = []
  const missing: string[] = []
  for (const address of [...addresses].toSorted()) {
    const picture = await findPicture(place, address)
    if (!picture) missing.push(address)
    else pictures.push({ address, content: (await readFile(picture.file)).toString('base64') })
  }
  const packed: z.input<typeof bundle> = {
    format: 'greenroom-site',
    version: 1,
    content: site,
    pictures,
    ...(missing.length > 0 && { missing }),
  }
  return `${JSON.stringify(packed)}\n`
}

/**
 * Publishes the content of an import file. Stores its pictures as uploads, re-encoded if necessary, except those that
 * the site already has. Does not change a draft with unpublished changes. Throws InvalidBundle with all errors, also if
 * SITE_FILE determines the content.
 */
export async function unpackSite(text: string, note: string, place: Place): Promise<string> {
  try {
    refuseIfLocked(place.content)
    const { content, pictures, missing = [] } = readBundle(text)
    const named = new Set([...pictures.map((picture) => picture.address), ...missing])
    const isThere = async (picture: string) =>
      named.has(plainAddress(picture)) || place.pictures.isThere(picture)
    // Validate the whole content first, so that an invalid import stores no pictures.
    await checkSite(place.db, moveFormerParts(content).content, { isThere })
    const addresses = await keepPictures(pictures, place)
    const { content: moved } = moveFormerParts(rename(content, addresses))
    const site = await checkSite(place.db, moved, { isThere })
    await publish(site, note, place)
    return `${site.series.name} is published, with ${pictures.length} pictures.`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errors } = error.details as { errors?: { field: string; message: string }[] }
    const lines = errors?.map(({ field, message }) => `  ${field}: ${message}`)
    const words = lines ? `The file has mistakes:\n${lines.join('\n')}` : error.message
    throw new InvalidBundle(words, { cause: error })
  }
}

async function publish(site: Site, note: string, { db, now }: Place) {
  const deed = { actor: null, now }
  await db.transaction(async (tx) => {
    const replaced = { choose: () => site, chooseDraft: (draft: Site) => draft, note }
    // `replaceSite` writes no audit log entry if `details` is missing. Write one for the import.
    await replaceSite(tx, replaced, deed)
    await writeAuditEntry(tx, null, { action: 'site_imported', subject: note, now })
  })
}

function readBundle(text: string) {
  if (text.length > largestBundle) {
    throw new InvalidBundle(`The file is larger than ${largestBundle / 1024 / 1024} MB`)
  }
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new InvalidBundle(`The file is not valid JSON: ${(error as Error).message}`)
  }
  const result = bundle.safeParse(read)
  if (result.success) return result.data
  throw new InvalidBundle(`The file cannot be used:\n${z.prettifyError(result.error)}`)
}

type Kept = { address: string; width: number; height: number }

/**
 * Stores the pictures of an import file. Returns the new URL and size of those whose URL changed, by their URL in the
 * file.
 */
async function keepPictures(pictures: z.output<typeof bundle>['pictures'], place: Place) {
  const kept = new Map<string, Kept>()
  for (const [index, { address, content }] of pictures.entries()) {
    const bytes = Buffer.from(content, 'base64')
    const known = await findPicture(place, address)
    if (known && bytes.equals(await readFile(known.file))) continue
    const found = await keepPicture(bytes, address, place.pictures).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new InvalidBundle(`pictures[${index}] (${address}): ${error.message}`)
    })
    if (found.address !== address) kept.set(address, found)
  }
  return kept
}

async function keepPicture(bytes: Buffer, address: string, pictures: PictureStore) {
  if (address.endsWith('.svg')) return pictures.keepDrawing(bytes)
  return (await pictures.keepNamed(bytes, address)) ?? pictures.keep(bytes)
}

/** Matches the URL of a picture that is the whole text or part of a page's Markdown, but not part of a longer URL. */
const pictureAddresses =
  /(?<![\w./-])(\/images\/[\w./-]+\.(?:svg|webp|avif|jpe?g|png))(\?v=[0-9a-f]{10})?(?![\w-]|[./]\w)/g

/** Returns the content with the new URLs and sizes of stored pictures. */
function rename(value: unknown, addresses: Map<string, Kept>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(
      pictureAddresses,
      (whole, address: string) => addresses.get(address)?.address ?? whole,
    )
  }
  if (Array.isArray(value)) return value.map((entry) => rename(entry, addresses))
  if (typeof value !== 'object' || value === null) return value
  const named = Object.entries(value).map(([name, part]) => [name, rename(part, addresses)])
  const { src } = value as { src?: unknown }
  const found = typeof src === 'string' ? addresses.get(plainAddress(src)) : undefined
  const size = found ? { width: found.width, height: found.height } : {}
  return { ...Object.fromEntries(named), ...size }
}
