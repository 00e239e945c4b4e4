import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { optionalText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { material, materialAudiences, materialKinds, materialMoments } from '#kernel/materials.ts'

/** Largest file of an event, in bytes. */
export const largestFile = 25 * 1024 * 1024
/** Longest title and link of a material, in characters. */
export const materialLimits = { title: 200, url: 2000 } as const

const params = z.object({ id: rowIdInPath })

export const adminMaterial = material.extend({
  fileName: z.string().nullable(),
  visibleTo: z.enum(materialAudiences),
  visibleFrom: z.enum(materialMoments),
})
export type AdminMaterial = z.output<typeof adminMaterial>

export const listMaterials = endpoint('GET /api/admin/events/:id/materials', {
  access: 'viewer',
  summary: 'Lists the links and files of an event, oldest first.',
  params,
  refusals: ['no_such_event'],
  reply: z.array(adminMaterial),
})

/** A link as JSON; a file as `multipart/form-data` with the same fields and the field `file`. */
export const materialForm = z.object({
  kind: z.enum(materialKinds, `Kind must be one of ${materialKinds.join(', ')}`),
  /** If omitted for a file, the file's name. */
  title: optionalText('Title', materialLimits.title),
  /** Target of a link: an https or mailto address. */
  url: optionalText('Link', materialLimits.url),
  visibleTo: z
    .enum(materialAudiences, `Must be one of ${materialAudiences.join(', ')}`)
    .default('everybody'),
  visibleFrom: z
    .enum(materialMoments, `Must be one of ${materialMoments.join(', ')}`)
    .default('now'),
})
export type MaterialForm = z.output<typeof materialForm>

export const addMaterial = endpoint('POST /api/admin/events/:id/materials', {
  access: 'editor',
  summary:
    'Adds a link or a file to an event. Files, up to 25 MB, are sent as multipart/form-data in the field `file`.',
  params,
  body: materialForm,
  refusals: ['no_such_event'],
  reply: adminMaterial,
})

export const deleteMaterial = endpoint('DELETE /api/admin/events/:id/materials/:materialId', {
  access: 'editor',
  summary: 'Deletes a link or file of an event.',
  params: params.extend({ materialId: rowIdInPath }),
  refusals: ['no_such_event', 'no_such_material'],
  reply: z.object({ id: rowId }),
})

export const listOwnMaterials = endpoint('GET /api/event-materials/:id', {
  access: 'public',
  summary: 'Lists the materials of an event that the caller may see now.',
  params,
  refusals: ['no_such_event'],
  reply: z.array(material),
})

/** Longest show notes, in characters. */
export const longestNotes = 20_000
const showNotes = z.object({
  /** Markdown; empty without show notes. */
  text: z.string(),
})

export const getShowNotes = endpoint('GET /api/admin/events/:id/show-notes', {
  access: 'viewer',
  summary: "Returns an event's show notes.",
  params,
  refusals: ['no_such_event'],
  reply: showNotes,
})

export const putShowNotes = endpoint('PUT /api/admin/events/:id/show-notes', {
  access: 'editor',
  summary:
    "Saves an event's show notes in Markdown; an empty text deletes them. Times such as 12:05 at the start of a line play the recording from there.",
  params,
  body: z.object({ text: optionalText('Show notes', longestNotes) }),
  bodyLimit: 256 * 1024,
  refusals: ['no_such_event'],
  reply: showNotes,
})
