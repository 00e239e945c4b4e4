import { signMaterialPath } from '#platform/signed-links/material-paths.ts'
import { presentMaterial } from '#kernel/materials.ts'
import type { MailPart, Notification, WordsContext } from './mail-kind.ts'

/** Days for which the links to files in a mail work. */
const fileDays = 180

/** Returns the titles and URLs of the materials of a notification's event; the URLs of files are signed. */
export function listMaterials(
  { materials = [] }: Notification,
  { origin, linkKey, outboxEntry }: Pick<WordsContext, 'origin' | 'linkKey' | 'outboxEntry'>,
): WordsContext['materials'] {
  return materials.map((material) => {
    const { id, createdAt, kind, title } = material
    const signed = signMaterialPath(
      { id, createdAt: new Date(createdAt) },
      { linkKey, now: outboxEntry.createdAt, days: fileDays },
    )
    const { url } = presentMaterial(material, signed)
    return { title, address: kind === 'file' ? `${origin}${url}` : url }
  })
}

/** Returns the part of a mail that lists the links and files of an event; none without any. */
export function materialParts({ materials }: WordsContext): MailPart[] {
  if (materials.length === 0) return []
  const list = materials.map(({ title, address }) => [
    { paragraph: [{ link: address, label: [{ text: title }] }] },
  ])
  return [{ text: 'Materials of this interview:' }, { written: [{ list }] }]
}
