import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import type { DraftKeeper } from '#client/admin/use-draft.ts'
import { siteSchema, type Site } from '#kernel/site.ts'

/** The site's content as form values, in which omitted fields are empty strings. */
export type SiteDraft = FieldValues

/** The stored content that the administrator started to change, and its version. */
export type SiteBase = { content: Site; version: number; savedBy?: string | null }

/** Keeps the form's unsaved values while another page is open. */
export type SiteDraftKeeper = DraftKeeper<SiteDraft, SiteBase>

function withinOf(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  if (isWrapped) return withinOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? withinOf(schema.in) : schema
}

function isOptional(schema: unknown): boolean {
  if (schema instanceof z.ZodPipe) return isOptional(schema.in)
  return schema instanceof z.ZodOptional
}

/**
 * Returns a field's maximum length, and whether it is required, from the content's schema. Paths are like
 * `hero.image.src` or `testimonials.2.quote`.
 */
export function ruleOf(path: string): { limit: number | undefined; isRequired: boolean } {
  let schema: unknown = siteSchema
  let mayBeMissing = false
  for (const part of path.split('.')) {
    const within = withinOf(schema)
    if (within instanceof z.ZodObject) schema = within.shape[part]
    else if (within instanceof z.ZodArray) schema = within.element
    else throw new Error(`the site's content has no field ${path}`)
    mayBeMissing ||= isOptional(schema)
  }
  const within = withinOf(schema)
  if (!(within instanceof z.ZodString)) return { limit: undefined, isRequired: false }
  const isRequired = !mayBeMissing && !within.safeParse('').success
  return { limit: within.maxLength ?? undefined, isRequired }
}

function fill(schema: unknown, value: unknown): unknown {
  const within = withinOf(schema)
  if (within instanceof z.ZodString) return value ?? ''
  if (within instanceof z.ZodArray) {
    return ((value ?? []) as unknown[]).map((entry) => fill(within.element, entry))
  }
  if (!(within instanceof z.ZodObject)) return value
  const given = (value ?? {}) as Record<string, unknown>
  const filled = Object.entries(within.shape).map(([name, inner]) => [
    name,
    fill(inner, given[name]),
  ])
  return Object.fromEntries(filled)
}

/** Returns whether a value contains no input. Size and description of a picture without URL do not count. */
function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (value === undefined || value === null || typeof value === 'number') return true
  if (typeof value !== 'object') return false
  return 'src' in value ? isBlank(value.src) : Object.values(value).every(isBlank)
}

function prune(schema: unknown, value: unknown): unknown {
  if (isOptional(schema) && isBlank(value)) return undefined
  const within = withinOf(schema)
  if (typeof value === 'string') return value.trim()
  if (within instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((entry) => prune(within.element, entry))
  }
  if (!(within instanceof z.ZodObject)) return value
  const given = (value ?? {}) as Record<string, unknown>
  const kept = Object.entries(within.shape)
    .map(([name, inner]) => [name, prune(inner, given[name])])
    .filter(([, left]) => left !== undefined)
  return Object.fromEntries(kept)
}

export function draftOf(content: Site): SiteDraft {
  return fill(siteSchema, content) as SiteDraft
}

/** Returns the content to send to the server, without empty optional fields. */
export function contentOf(draft: SiteDraft): Record<string, unknown> {
  return prune(siteSchema, draft) as Record<string, unknown>
}

export function isSameContent(one: SiteDraft, other: SiteDraft): boolean {
  return JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))
}

export function emptyEntry(list: string): unknown {
  const entries: unknown = siteSchema.shape[list as keyof Site]
  const within = withinOf(entries)
  return within instanceof z.ZodArray ? fill(within.element, {}) : {}
}

/**
 * Returns the text at a path of the draft, such as `hero.image.src`, without surrounding space; empty if there is none.
 */
export function textAt(draft: SiteDraft, path: string): string {
  const value = valueAt(draft, path)
  return typeof value === 'string' ? value.trim() : ''
}

export function valueAt(draft: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], draft)
}

/** Returns a copy of the draft with `value` at a path. */
export function withValue(draft: unknown, path: string, value: unknown): SiteDraft {
  const [first, ...rest] = path.split('.') as [string, ...string[]]
  const given = (draft ?? {}) as Record<string, unknown>
  const inner = rest.length === 0 ? value : withValue(given[first], rest.join('.'), value)
  if (!Array.isArray(given)) return { ...given, [first]: inner }
  return given.map((entry: unknown, at) => (String(at) === first ? inner : entry))
}

export type Mistakes = Record<string, string>

/** Validates a draft and returns the schema's error messages by field. */
export function findMistakes(draft: SiteDraft): Mistakes {
  const { error } = siteSchema.safeParse(contentOf(draft))
  return collectMistakes(
    (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })),
  )
}

/**
 * Returns the server's error messages by the form's paths: `testimonials[2].quote` becomes `testimonials.2.quote`.
 * Keeps the first message of each field.
 */
export function collectMistakes(errors: { field: string; message: string }[]): Mistakes {
  const mistakes: Mistakes = {}
  for (const { field, message } of errors) {
    mistakes[field.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^content\./, '')] ??= message
  }
  return mistakes
}
