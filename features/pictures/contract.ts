import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { optionalText } from '#kernel/fields.ts'

/** Largest picture that can be uploaded, in bytes, before the server re-encodes it. */
export const largestPicture = 10 * 1024 * 1024

const pixel = z.int({ error: 'Must be a number of pixels' }).min(0).max(100_000)

/** A picture to upload, in base64. The server detects its type from its bytes, not from its name. */
export const pictureForm = z.object({
  name: optionalText('File name', 255),
  content: z.string({ error: 'The picture is missing' }).min(1, 'The picture is missing'),
  /** The part to keep, in pixels of the picture after rotation by its EXIF data and before scaling down. */
  crop: z
    .object({ x: pixel, y: pixel, width: pixel.min(1), height: pixel.min(1) })
    .nullish()
    .transform((value) => value ?? undefined),
})
export type PictureForm = z.output<typeof pictureForm>

export const uploadPicture = endpoint('POST /api/admin/images', {
  access: 'editor',
  summary: 'Stores a picture, re-encoded without metadata; returns its address on this site.',
  // Base64 makes the picture a third larger, so the limit is 14 MB for pictures of 10 MB.
  bodyLimit: 14 * 1024 * 1024 + 64 * 1024,
  body: pictureForm,
  reply: z.object({
    /**
     * Path of the stored picture, `/images/<32 hexadecimal digits>.webp`, for the picture fields of events and pages.
     */
    address: z.string(),
    width: z.int(),
    height: z.int(),
    /** Size of the stored file in bytes. */
    size: z.int(),
  }),
})
