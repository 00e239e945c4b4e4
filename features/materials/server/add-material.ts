import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { lockEvent } from '#features/events/server/event-rows.ts'
import { materialLimits, type MaterialForm } from '#features/materials/contract.ts'
import { parseUrl } from '#kernel/parse-url.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import type { Upload } from '#platform/http/uploads.ts'
import { materialParts, materials } from '#schema/materials.ts'
import { judgedBytes, judgeFile } from './judge-file.ts'

type NewMaterial = typeof materials.$inferInsert
type Content = Pick<NewMaterial, 'kind' | 'title' | 'url' | 'fileName' | 'mediaType' | 'size'>

const mega = 1024 * 1024
/** Maximum bytes of a file that one database row stores; larger files are stored in several rows. */
const partSize = 256 * 1024

/**
 * Adds a link or a file to an event; a file and its row are stored in one transaction. Throws 400 for an invalid
 * field, 404 for an unknown event, and 413 if all files together would exceed `totalMb` megabytes.
 */
export async function addMaterial(
  db: Db,
  eventId: number,
  form: MaterialForm,
  { upload, totalMb, actor, now }: Deed & { upload: Upload | undefined; totalMb: number },
) {
  const content = form.kind === 'link' ? readLink(form, upload) : await readFile(form, upload)
  const { visibleTo, visibleFrom } = form
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    if (upload) await refuseAboveTotal(tx, upload.size, totalMb)
    const row = { eventId, ...content, visibleTo, visibleFrom, createdAt: now }
    const [added] = await tx.insert(materials).values(row).returning()
    if (upload) await storeParts(tx, added!.id, upload.path)
    await recordEvents(tx, [{ type: 'event.changed', eventId }], causeOf(actor))
    await writeAuditEntry(tx, actor, {
      action: 'material_added',
      subject: event.title,
      details: { eventId, title: content.title, kind: form.kind },
      now,
    })
    return added!
  })
}

const refuse = (field: string, message: string) => invalidInput([{ field, message }])

function readLink({ kind, title, url }: MaterialForm, upload: Upload | undefined): Content {
  if (upload) throw refuse('file', 'A link has no file')
  if (!title) throw refuse('title', 'Title is required')
  return { kind, title, url: readTarget(url) }
}

/** Returns a link's target as browsers resolve it. Throws 400 unless it is an https or mailto address. */
function readTarget(text: string): string {
  const url = /^(?:https:\/\/[^/\\@]|mailto:[^\s@]+@)/i.test(text) ? parseUrl(text) : undefined
  const isAllowed =
    url?.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || url.protocol === 'mailto:') &&
    url.href.length <= materialLimits.url
  if (!isAllowed) throw refuse('url', 'Link must begin with https:// or mailto:')
  return url.href
}

async function readFile(
  { kind, title, url }: MaterialForm,
  upload: Upload | undefined,
): Promise<Content> {
  if (url) throw refuse('url', 'A file has no link')
  if (!upload) throw refuse('file', 'Choose a file')
  if (upload.size === 0) throw refuse('file', 'The file is empty')
  const { mediaType, fileName } = judgeFile(await readHead(upload.path), upload.fileName)
  return { kind, title: title || fileName, fileName, mediaType, size: upload.size }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(judgedBytes), 0, judgedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function refuseAboveTotal(tx: Transaction, size: number, totalMb: number) {
  // Serialise uploads, so that two of them together cannot exceed the total size of all files.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_materials'))`)
  const [{ total } = { total: 0 }] = await tx
    .select({ total: sql`coalesce(sum(${materials.size}), 0)`.mapWith(Number) })
    .from(materials)
  if (total + size <= totalMb * mega) return
  const message = `All files together may have at most ${totalMb.toLocaleString('en-GB')} MB. Please delete some first.`
  throw invalidInput([{ field: 'file', message }], 'too_large')
}

async function storeParts(tx: Transaction, materialId: number, path: string) {
  let part = 0
  for await (const bytes of createReadStream(path, { highWaterMark: partSize })) {
    await tx.insert(materialParts).values({ materialId, part: part++, bytes: bytes as Buffer })
  }
}
