import { and, asc, eq, sql } from 'drizzle-orm'
import { isMaterialOut } from '#features/events/rules.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { ByteRange } from '#platform/http/conditional-requests.ts'
import { isMaterialPath, materialIdOf } from '#platform/signed-links/material-paths.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { materialParts, materials } from '#schema/materials.ts'
import { isDisplayed } from './judge-file.ts'
import type { MaterialRow } from './read-materials.ts'

/**
 * The parts of a file's path: `/materials/12/slides.pdf`, or a signed path with a token and the last day on which the
 * token is valid.
 */
export type FilePath = { id?: string; token?: string; until?: string; name: string }

/**
 * Content-Security-Policy of downloaded files: no scripts, forms or requests. Inline styles and `object-src` are needed
 * by the PDF viewer of browsers.
 */
const policy =
  "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/**
 * Returns a file's headers, its size, and a function that reads its content or a part of it. Throws 404 unless every
 * visitor may see the file now, or the path is signed for it.
 */
export async function readFile(
  db: Db,
  { id, token, until, name }: FilePath,
  { now, timeZone }: TimeContext,
) {
  const isSigned = token !== undefined
  const found = await findFile(db, isSigned ? materialIdOf(token) : Number(id))
  if (!found || found.material.fileName !== name) throw new Refusal('no_such_material')
  const { material, event } = found
  const isOpen = isSigned
    ? isMaterialPath(
        material,
        { token, until: until ?? '' },
        { linkKey: await readLinkKey(db), now },
      )
    : material.visibleTo === 'everybody' &&
      isPublished(event, now) &&
      isMaterialOut(material, event, { now, timeZone })
  if (!isOpen) throw new Refusal('no_such_material')
  return {
    headers: {
      ...headersOf(material),
      'cache-control': isSigned ? 'private, max-age=600' : 'public, max-age=600',
    },
    size: material.size!,
    read: (range: ByteRange = { start: 0, end: material.size! - 1 }) =>
      readParts(db, material, range),
  }
}

function headersOf({ id, mediaType, fileName, createdAt }: MaterialRow) {
  const disposition = isDisplayed(mediaType!) ? 'inline' : 'attachment'
  const plain = fileName!.replaceAll(/[^\w.-]/g, '_')
  return {
    'content-type': mediaType!,
    // The content of a file never changes.
    etag: `"${id}-${createdAt.getTime()}"`,
    'accept-ranges': 'bytes',
    'content-disposition': `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeHeaderValue(fileName!)}`,
    // Safari shows an empty page for PDF files in a sandbox.
    'content-security-policy': mediaType === 'application/pdf' ? policy : `${policy}; sandbox`,
    'x-content-type-options': 'nosniff',
  }
}

/** Encodes a file name for a header (RFC 8187), which allows fewer characters than `encodeURIComponent`. */
function encodeHeaderValue(text: string) {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

async function findFile(db: Db, id: number | undefined) {
  if (id === undefined) return undefined
  const [found] = await db
    .select({ material: materials, event: events })
    .from(materials)
    .innerJoin(events, eq(events.id, materials.eventId))
    .where(and(eq(materials.id, id), eq(materials.kind, 'file')))
  return found
}

async function* readParts(db: Db, { id, size }: MaterialRow, { start, end }: ByteRange) {
  const isOf = eq(materialParts.materialId, id)
  const parts = await db
    .select({ part: materialParts.part, size: sql<number>`octet_length(${materialParts.bytes})` })
    .from(materialParts)
    .where(isOf)
    .orderBy(asc(materialParts.part))
  let first = 0
  for (const { part, size: partSize } of parts) {
    const [from, to] = [Math.max(start - first, 0), Math.min(end + 1 - first, partSize)]
    first += partSize
    if (from >= to) continue
    const [row] = await db
      .select({ bytes: materialParts.bytes })
      .from(materialParts)
      .where(and(isOf, eq(materialParts.part, part)))
    if (!row) throw new Error('the file was deleted while it was sent')
    yield row.bytes.subarray(from, to)
  }
  if (first !== size) throw new Error('the file was deleted before it was sent')
}
