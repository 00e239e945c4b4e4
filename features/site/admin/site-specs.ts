import type { SiteDraft } from './site-draft.ts'

type FieldKind = 'line' | 'text' | 'page' | 'address' | 'zone'

/** A field of the content; its limit, and whether it may be left out, are the schema's. */
export type TextSpec = {
  /** Dotted, from the content's root or, in a list, from its entry. */
  path: string
  label: string
  /** Where fields stand beside those of other groups; no two outside of lists are called the same. */
  fullName?: string
  kind: FieldKind
  about?: string
  example?: string
  /** What stands there by itself where it is left empty. */
  plain?: string
}

/** A picture's address; its width and height stand beside it and follow the upload. */
export type PictureSpec = Omit<TextSpec, 'kind'> & {
  kind: 'picture'
  /** Width by height that suits its place. */
  aspect?: number
}

export type ListSpec = {
  kind: 'list'
  path: 'testimonials' | 'partners' | 'supporters' | 'partnerPaths'
  label: string
  /** One of them, in lower case. */
  one: string
  about: string
  /** Of an entry: what tells it from the others. */
  nameOf: (entry: SiteDraft) => string
  fields: (TextSpec | PictureSpec)[]
}

/** Where the look is chosen, by fields of its own. */
export type LookSpec = {
  kind: 'look'
  path: 'look'
  label: string
  /** What two drafts may differ in. */
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
  const about = 'For those who cannot see it. Left empty it counts as decoration.'
  return line(path, label, 'Two people talking at a table', about)
}
