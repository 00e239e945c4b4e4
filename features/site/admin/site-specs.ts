import type { SiteDraft } from './site-draft.ts'

type FieldKind = 'line' | 'text' | 'page' | 'address' | 'zone'

/** A text field of the content; its limit, and whether it is optional, come from the schema. */
export type TextSpec = {
  /** Dotted path from the root of the content or, in a list, from the entry. */
  path: string
  label: string
  /** Name that is unique outside of lists, for use next to fields of other groups. */
  fullName?: string
  kind: FieldKind
  about?: string
  example?: string
  /** Default text that visitors see if the field is empty. */
  plain?: string
}

/** A picture's address; width and height are stored next to it and read from the file. */
export type PictureSpec = Omit<TextSpec, 'kind'> & {
  kind: 'picture'
  /** Recommended ratio of width to height. */
  aspect?: number
}

export type ListSpec = {
  kind: 'list'
  path: 'testimonials' | 'partners' | 'supporters' | 'partnerPaths'
  label: string
  /** Singular noun for an entry, in lower case. */
  one: string
  about: string
  /** Returns the name that distinguishes an entry. */
  nameOf: (entry: SiteDraft) => string
  fields: (TextSpec | PictureSpec)[]
}

/** The look, which has fields of its own. */
export type LookSpec = {
  kind: 'look'
  path: 'look'
  label: string
  /** The choices in which two drafts may differ. */
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
  const about = 'For screen readers. Leave empty for decoration.'
  return line(path, label, 'Two people talking at a table', about)
}
