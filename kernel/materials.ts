import { z } from 'zod'
import { rowId } from './fields.ts'

export const materialKinds = ['link', 'file'] as const
/** Who may see a material: every visitor, people with a confirmed registration for the event, or library members. */
export const materialAudiences = ['everybody', 'registrants', 'members'] as const
/** From when a material is visible: at once, or from the end of the event. */
export const materialMoments = ['now', 'end'] as const

/** Schema of a material of an event, for people who may see it. */
export const material = z.object({
  id: rowId,
  kind: z.enum(materialKinds),
  title: z.string(),
  /** Target of a link, or path of a file on this site. The path is signed, and expires, unless every visitor may see it. */
  url: z.string(),
  /** Size of a file in bytes; null for a link. */
  size: z.int().nullable(),
})
export type Material = z.output<typeof material>

/**
 * Stored fields of a material (a link or file that belongs to an event), which `presentMaterial` converts for
 * responses.
 */
export type StoredMaterial = Omit<Material, 'url'> & { url: string | null; fileName: string | null }

/**
 * Converts a stored material (a link or file of an event) for a response. `signed` is the signed path to put in front
 * of a file's name, for a file that not every visitor may open.
 */
export function presentMaterial(
  { id, kind, title, url, fileName, size }: StoredMaterial,
  signed = `/materials/${id}`,
): Material {
  const path = `${signed}/${encodeURIComponent(fileName ?? '')}`
  return { id, kind, title, url: url ?? path, size }
}
