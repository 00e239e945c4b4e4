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

/** The stored fields from which `presentMaterial` makes a material. */
export type StoredMaterial = Omit<Material, 'url'> & { url: string | null; fileName: string | null }

/** Returns a material for readers; `signed` is the path in front of a file's name, if the path must be signed. */
export function presentMaterial(
  { id, kind, title, url, fileName, size }: StoredMaterial,
  signed = `/materials/${id}`,
): Material {
  const path = `${signed}/${encodeURIComponent(fileName ?? '')}`
  return { id, kind, title, url: url ?? path, size }
}
