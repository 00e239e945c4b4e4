import type { SiteDraft } from './site-draft.ts'

type FieldKind = 'line' | 'text' | 'page' | 'address' | 'zone' | 'choice'

/** Describes a text field of the content. The schema defines its maximum length and whether it is optional. */
export type TextSpec = {
  /**
   * Path of the field in the site's content, such as `hero.image.src`. Within a list, the path starts at the list's
   * entry.
   */
  path: string
  label: string
  /**
   * Name that identifies the field without its group, such as 'Hero title'. Omitted for fields without `label`, and in
   * lists.
   */
  fullName?: string
  kind: FieldKind
  about?: string
  example?: string
  /** Default text, which visitors see if the field is empty. */
  plain?: string
  /** For a field with fixed choices: the values with their labels, '' for the default. */
  choices?: [value: string, label: string][]
}

/**
 * Describes the field for a picture's URL. The picture's width and height are read from the file and saved next to
 * the URL.
 */
export type PictureSpec = Omit<TextSpec, 'kind'> & {
  kind: 'picture'
  /** Recommended ratio of the picture's width to its height. */
  aspect?: number
}

export type ListSpec = {
  kind: 'list'
  path: 'testimonials' | 'partners' | 'supporters' | 'partnerPaths'
  label: string
  /** Singular noun for an entry of the list, in lower case. */
  one: string
  about: string
  /** Returns a name for an entry of the list, such as the author of a testimonial, for its collapsed heading. */
  nameOf: (entry: SiteDraft) => string
  fields: (TextSpec | PictureSpec)[]
}

/** Describes the site's look (colours, fonts and logo) as one part of the form. */
export type LookSpec = {
  kind: 'look'
  path: 'look'
  label: string
  /** The single choices, such as the accent colour, in which the drafts of two administrators are compared. */
  choices: { path: string; label: string }[]
  logos: PictureSpec[]
}

export type SiteSpec = TextSpec | PictureSpec | ListSpec | LookSpec

export type SiteGroup = { title: string; about: string; specs: SiteSpec[] }

export function line(path: string, label: string, example: string, about?: string): TextSpec {
  return { path, label, kind: 'line', example, ...(about && { about }) }
}

export function words(path: string, label: string, example: string, about?: string): TextSpec {
  return { ...line(path, label, example, about), kind: 'text' }
}

export function address(path: string, label: string, about: string): TextSpec {
  return { path, label, kind: 'address', about, example: 'https://example.org/about' }
}

export function picture(path: string, label: string, about: string, aspect?: number): PictureSpec {
  return { path, label, kind: 'picture', about, ...(aspect && { aspect }) }
}

export function altOf(path: string, label: string): TextSpec {
  const about =
    'Describes the picture for screen readers. Leave it empty if the picture is only decoration.'
  return line(path, label, 'Two people talking at a table', about)
}
