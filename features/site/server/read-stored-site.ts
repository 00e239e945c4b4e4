import type { z } from 'zod'
import { formerOpenings } from '#kernel/mail-texts.ts'
import { ownPages, siteSchema, type Site } from '#kernel/site.ts'
import { plainSite } from './plain-site.ts'

type Json = Record<string | number, unknown>
type Path = PropertyKey[]

/** Paths of custom pages, such as `/privacy`. Earlier releases allowed partner organisations to have them. */
const movedPaths: readonly string[] = ownPages.map((page) => `/${page}`)

/**
 * Converts content of earlier releases, in which partners could have the paths of custom pages, and opening sentences
 * of mails were part of `texts`. `moved` are the partner paths that were removed.
 */
export function moveFormerParts(content: unknown): { content: unknown; moved: string[] } {
  const { content: kept, moved } = moveOwnPages(content)
  return { content: moveOpenings(kept), moved }
}

function moveOwnPages(content: unknown): { content: unknown; moved: string[] } {
  const paths = (content as { partnerPaths?: unknown } | null)?.partnerPaths
  if (!Array.isArray(paths)) return { content, moved: [] }
  const isMoved = (entry: unknown) =>
    movedPaths.includes(String((entry as { path?: unknown } | null)?.path))
  const kept = paths.filter((entry) => !isMoved(entry))
  const moved = paths.filter(isMoved).map(({ path }: { path: string }) => path)
  return { content: { ...(content as object), partnerPaths: kept }, moved }
}

/**
 * Moves opening sentences of mails from `texts` to `mails`, unless `mails` has an opening for that mail already.
 * Openings of unknown mails stay in `texts`, so that validation reports them.
 */
function moveOpenings(content: unknown): unknown {
  const { texts, mails, ...rest } = (content ?? {}) as Record<string, Record<string, unknown>>
  const openings = texts?.mails
  if (typeof openings !== 'object' || openings === null) return content
  const { mails: _, ...otherTexts } = texts!
  const unknown: [string, unknown][] = []
  const moved: Record<string, unknown> = { ...mails }
  for (const [name, opening] of Object.entries(openings)) {
    const kind = Object.hasOwn(formerOpenings, name) && formerOpenings[name]
    if (kind) moved[kind] = { opening, ...(mails?.[kind] as object | undefined) }
    else unknown.push([name, opening])
  }
  const left = unknown.length > 0 && { mails: Object.fromEntries(unknown) }
  return { ...rest, texts: { ...otherTexts, ...left }, mails: moved }
}

/**
 * Returns stored content of any release as valid content, without ever throwing: drops unknown fields, and replaces
 * missing or invalid ones by defaults.
 */
export function readStoredSite(stored: unknown): Site {
  const content = structuredClone(moveFormerParts(stored).content) as Json
  // Repair in a loop: each turn fixes at least one error, until the content is valid.
  for (let turn = 0; turn < 100; turn++) {
    const result = siteSchema.safeParse(content)
    if (result.success) return result.data
    const { issues } = result.error
    const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
    const entries = findSpoiltEntries(issues)
    // When stored content is repaired, fix only one kind of error at a time, because removing a list entry changes the
    // indexes of those after it. Remove unknown fields first; they do not make their entry invalid.
    if (unknown.length > 0) for (const issue of unknown) removeKeys(content, issue)
    else if (entries.length > 0) for (const path of entries) removeEntry(content, path)
    else for (const issue of issues.toReversed()) repair(content, issue)
  }
  return plainSite
}

/** Returns only the mail texts of stored content of any release. */
export function readStoredMails({ mails, texts }: { mails: unknown; texts: unknown }) {
  const parts = { ...(mails ? { mails } : {}), texts }
  const { content } = moveFormerParts(parts)
  return readStoredSite({ ...plainSite, mails: (content as Json).mails ?? {} }).mails
}

function removeKeys(content: Json, { path, keys }: z.core.$ZodIssueUnrecognizedKeys) {
  const object = follow(content, path)
  for (const key of keys) delete object?.[key]
}

/**
 * Returns the path of each list entry that contains an error. The last entries come first, because removing an entry
 * changes the indexes of those after it.
 */
function findSpoiltEntries(issues: z.core.$ZodIssue[]): Path[] {
  const found = new Map<string, Path>()
  for (const { path } of issues) {
    const position = path.findIndex((part) => typeof part === 'number')
    if (position > 0) found.set(path.slice(0, position + 1).join('.'), path.slice(0, position + 1))
  }
  return [...found.values()].toSorted((one, other) => Number(other.at(-1)) - Number(one.at(-1)))
}

function repair(content: Json, issue: z.core.$ZodIssue) {
  if (issue.code === 'too_big' && issue.origin === 'array') {
    const list = follow(content, issue.path) as unknown as unknown[]
    list.length = Number(issue.maximum)
  } else replace(content, issue.path)
}

function follow(content: unknown, path: Path): Json | undefined {
  return path.reduce<unknown>(
    (part, key) => (part as Json | undefined)?.[key as string],
    content,
  ) as Json | undefined
}

/** Removes an invalid entry from its list. */
function removeEntry(content: Json, path: Path) {
  const list = follow(content, path.slice(0, -1)) as unknown as unknown[]
  list.splice(Number(path.at(-1)), 1)
}

/** Replaces an invalid value by its default, or deletes the value if it has none. */
function replace(content: Json, path: Path) {
  const parent = follow(content, path.slice(0, -1))
  const name = path.at(-1) as string | undefined
  if (name === undefined || !parent) return
  const plain = follow(plainSite, path)
  if (plain === undefined) delete parent[name]
  else parent[name] = structuredClone(plain)
}
