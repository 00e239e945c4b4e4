import { z } from 'zod'
import { invalidInput } from '#server/refusal.ts'
import type { Picture, PictureFormat } from './picture-folder.ts'

/** Never an arbitrary size: each variant is made once and kept. */
export const widths = ['320', '480', '640', '960', '1280', '1600', '2400'] as const
export const chosenFormats = ['avif', 'webp', 'jpeg'] as const

const variantQuery = z.object({
  w: z.enum(widths, `w must be one of ${widths.join(', ')}`).optional(),
  f: z.enum(chosenFormats, `f must be one of ${chosenFormats.join(', ')}`).optional(),
})

/** A part of the upright picture, in its pixels. */
export type Crop = { x: number; y: number; width: number; height: number }

/**
 * A picture as asked for; without `width` as wide as the original, with `height` cut to fill both. For
 * what is kept of an upload: a `crop` first, then at most `longest` pixels on either side.
 */
export type Variant = {
  format: PictureFormat
  width?: number
  height?: number
  crop?: Crop
  longest?: number
  quality?: number
}

/** What link previews show. Specification, "Pictures". */
export const shareVariant: Variant = { format: 'jpeg', width: 1200, height: 630 }

/**
 * What the address asks for: `w` a width in pixels, `f` a format, each the original's when left out.
 * Nothing where that is the original itself; a drawing (SVG) has no variants. Throws 400 naming the
 * field for a value outside the lists.
 */
export function chooseVariant(
  { format }: Picture,
  query: Record<string, unknown>,
): Variant | undefined {
  if (format === 'svg') return undefined
  const result = variantQuery.safeParse(query)
  if (!result.success) {
    throw invalidInput(
      result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
    )
  }
  const { w, f = format } = result.data
  return w || f !== format ? { format: f, ...(w && { width: Number(w) }) } : undefined
}
