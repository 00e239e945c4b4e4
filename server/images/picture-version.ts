import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync, type Stats } from 'node:fs'

const known = new Map<string, { mtimeMs: number; size: number; hash: string }>()

function knownHash(file: string, { mtimeMs, size }: Stats) {
  const entry = known.get(file)
  return entry && entry.mtimeMs === mtimeMs && entry.size === size ? entry.hash : undefined
}

function keepHash(file: string, { mtimeMs, size }: Stats, hash: string) {
  known.set(file, { mtimeMs, size, hash })
  return hash
}

/** SHA-256 of a file's content in hex, read again only when its time or size changes. */
export async function contentHash(file: string, stats: Stats): Promise<string> {
  const kept = knownHash(file, stats)
  if (kept) return kept
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return keepHash(file, stats, hash.digest('hex'))
}

/** The same without waiting, for presenters: a file is read once, then only looked at. */
export function contentHashNow(file: string): string {
  const stats = statSync(file)
  const kept = knownHash(file, stats)
  return (
    kept ?? keepHash(file, stats, createHash('sha256').update(readFileSync(file)).digest('hex'))
  )
}

/** What stands in `?v=`: enough to tell two contents apart. */
export function versionOf(hash: string) {
  return hash.slice(0, 10)
}
