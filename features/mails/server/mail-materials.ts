import { signMaterialPath } from '#platform/signed-links/material-paths.ts'
import { presentMaterial } from '#kernel/materials.ts'
import type { WordsContext } from './mail-kind.ts'
import type { MailPart } from './mail-parts.ts'

/** Number of days for which the links to files in a mail work. */
const fileDays = 180

/**
 * Returns the part of a mail that lists the links and files of an event, with signed URLs of files. Returns an empty
 * array for an event without links and files.
 */
export function materialParts({
  materials,
  origin,
  linkKey,
  outboxEntry: { createdAt: now },
}: WordsContext): MailPart[] {
  if (materials.length === 0) return []
  const list = materials.map((material) => {
    const { kind, title, createdAt } = material
    const stored = { ...material, createdAt: new Date(createdAt) }
    const signed = signMaterialPath(stored, { linkKey, now, days: fileDays })
    const { url } = presentMaterial(material, signed)
    const link = kind === 'file' ? `${origin}${url}` : url
    return [{ paragraph: [{ link, label: [{ text: title }] }] }]
  })
  const placeholder = 'materials'
  return [
    { text: 'Materials of this interview:', placeholder },
    { written: [{ list }], placeholder },
  ]
}
