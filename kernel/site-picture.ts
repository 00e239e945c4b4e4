import { z } from 'zod'

/** Returns whether PostgreSQL's JSON type can store a text: one without NUL and lone surrogates. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()
export const notStorable = 'must not contain a NUL character or a lone surrogate'

/** Returns the schema of a required text in the site's content. */
export function text(name: string, limit: number) {
  return z
    .string({ error: `${name} is missing or is not text` })
    .trim()
    .min(1, `${name} must not be empty`)
    .max(limit, `${name} must have at most ${limit} characters`)
    .refine(isStorable, `${name} ${notStorable}`)
}

/** Returns the schema of an optional text in the site's content: an empty text is valid. */
export function optionalText(name: string, limit: number) {
  return z
    .string({ error: `${name} must be text` })
    .trim()
    .max(limit, `${name} must have at most ${limit} characters`)
    .refine(isStorable, `${name} ${notStorable}`)
}

/** Returns the schema of the URL of a picture that this site serves. */
export function sitePicture(name: string) {
  return text(name, 300).regex(
    /^\/images\/[\w./-]+\.(svg|webp|avif|jpe?g|png)(\?v=[0-9a-f]{10})?$/,
    `${name} must be the path of a file in content/images, such as /images/hero.webp`,
  )
}

export const pixels = z
  .int({ error: 'must be a whole number of pixels' })
  .min(1, 'must be at least 1 pixel')
  .max(10_000, 'must be at most 10000 pixels')
