import type { ReplyOf } from '#shared/contract/endpoint.ts'
import {
  largestPicture,
  type PictureForm,
  type uploadPicture as contract,
} from '#shared/contract/pictures.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { invalidInput } from '#server/refusal.ts'
import type { PictureStore } from './create-picture-store.ts'

const mega = 1024 * 1024

/**
 * Keeps what an administrator uploaded. Throws 400 naming `content` where it is no picture that can be
 * read, 413 where it is too large. The same picture again is the same address.
 */
export async function storePicture(
  db: Db,
  { name, content, crop }: PictureForm,
  { pictures, actor, now }: { pictures: PictureStore; actor: Actor; now: Date },
): Promise<ReplyOf<typeof contract>> {
  const bytes = Buffer.from(content.slice(content.indexOf(',') + 1), 'base64')
  if (bytes.length > largestPicture) {
    const message = `The picture is larger than ${largestPicture / mega} MB`
    throw invalidInput([{ field: 'content', message }], 'too_large')
  }
  if (bytes.length === 0) throw invalidInput([{ field: 'content', message: 'It is not base64' }])
  const kept = await pictures.keep(bytes, crop)
  const details = { address: kept.address, size: kept.size }
  await writeAuditEntry(db, actor, { action: 'picture_uploaded', subject: name, details, now })
  return kept
}
