import type { z } from 'zod'
import { formerOpenings } from '#kernel/mail-texts.ts'
import { ownPages, siteSchema, type Site } from '#kernel/site.ts'
import { plainSite } from './plain-site.ts'

type Json = Record<string | number, unknown>
type Path = PropertyKey[]

/** Paths that became pages of the site's own. */
const movedPaths: readonly string[] = ownPages.map((page) => `/${page}`)

/**
 * Content of a time in which partners could have the addresses of pages of one's own, which the pages have now,
 * and in which openings of mails stood among the texts.
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

/** What is said in both places is said where it stands now; an unknown name stays, to be noticed. */
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
 * Content as a newer or older release stored it. It never stops anything: what this one does not know is
 * left out, and what it lacks or cannot take is as in a plain series.
 */
export function readStoredSite(stored: unknown): Site {
  const content = structuredClone(moveFormerParts(stored).content) as Json
  // Each turn mends something, or takes it away.
  for (let turn = 0; turn < 100; turn++) {
    const result = siteSchema.safeParse(content)
    if (result.success) return result.data
    const { issues } = result.error
    const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
    const entries = findSpoiltEntries(issues)
    // One kind a turn, since what goes moves what comes after it; an unknown field spoils no entry.
    if (unknown.length > 0) for (const issue of unknown) removeKeys(content, issue)
    else if (entries.length > 0) for (const path of entries) removeEntry(content, path)
    else for (const issue of issues.toReversed()) mend(content, issue)
  }
  return plainSite
}

/** Of such content, the mails in own words alone. */
export function readStoredMails({ mails, texts }: { mails: unknown; texts: unknown }) {
  const parts = { ...(mails ? { mails } : {}), texts }
  const { content } = moveFormerParts(parts)
  return readStoredSite({ ...plainSite, mails: (content as Json).mails ?? {} }).mails
}

function removeKeys(content: Json, { path, keys }: z.core.$ZodIssueUnrecognizedKeys) {
  const object = follow(content, path)
  for (const key of keys) delete object?.[key]
}

/** Each once, however much is wrong with it, and the last of a list first. */
function findSpoiltEntries(issues: z.core.$ZodIssue[]): Path[] {
  const found = new Map<string, Path>()
  for (const { path } of issues) {
    const position = path.findIndex((part) => typeof part === 'number')
    if (position > 0) found.set(path.slice(0, position + 1).join('.'), path.slice(0, position + 1))
  }
  return [...found.values()].toSorted((one, other) => Number(other.at(-1)) - Number(one.at(-1)))
}

function mend(content: Json, issue: z.core.$ZodIssue) {
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

/** A list goes on without what it holds that is no good. */
function removeEntry(content: Json, path: Path) {
  const list = follow(content, path.slice(0, -1)) as unknown as unknown[]
  list.splice(Number(path.at(-1)), 1)
}

/** By what a plain series has there, or the whole that it is a part of. */
function replace(content: Json, path: Path) {
  const parent = follow(content, path.slice(0, -1))
  const name = path.at(-1) as string | undefined
  if (name === undefined || !parent) return
  const plain = follow(plainSite, path)
  if (plain === undefined) delete parent[name]
  else parent[name] = structuredClone(plain)
}
