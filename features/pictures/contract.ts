import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { optionalText } from '#kernel/fields.ts'

/** Bytes of the largest picture before it is re-encoded. */
export const largestPicture = 10 * 1024 * 1024

const pixel = z.int({ error: 'Must be a number of pixels' }).min(0).max(100_000)

/** A picture to store, in base64. Its type is detected from its bytes, not from the name. */
export const pictureForm = z.object({
  name: optionalText('File name', 255),
  content: z.string({ error: 'The picture is missing' }).min(1, 'The picture is missing'),
  /** The crop in pixels of the rotated picture; applied before the picture is scaled down. */
  crop: z
    .object({ x: pixel, y: pixel, width: pixel.min(1), height: pixel.min(1) })
    .nullish()
    .transform((value) => value ?? undefined),
})
export type PictureForm = z.output<typeof pictureForm>

export const uploadPicture = endpoint('POST /api/admin/images', {
  access: 'editor',
  summary: 'Stores a picture, re-encoded without metadata; returns its address on this site.',
  // Base64 needs four bytes for three.
  bodyLimit: 14 * 1024 * 1024 + 64 * 1024,
  body: pictureForm,
  reply: z.object({
    /** `/images/<32 hexadecimal digits>.webp`, for an event's picture fields. */
    address: z.string(),
    width: z.int(),
    height: z.int(),
    /** Size of the stored file in bytes. */
    size: z.int(),
  }),
})
