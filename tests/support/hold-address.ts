import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import type { OpenDatabase } from '#platform/db/open.ts'

/** Every way in which bytes may hold an address: as it is, quoted-printable, base64 at each offset. */
function formsOf(address: string): string[] {
  const quoted = address.replace('@', '=40')
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.from(`${' '.repeat(offset)}${address}`)
    // What neighbouring bytes would change is cut off at both ends.
    const start = offset === 0 ? 0 : 4
    return bytes.toString('base64').slice(start, Math.floor(bytes.length / 3) * 4)
  })
  return [address, quoted, encodeURIComponent(address), ...base64]
}

/** How often texts hold any of some words, whatever way they are written. */
export function countHeld(texts: string[], words: string[]): number {
  const forms = words.flatMap(formsOf)
  // Lines that quoted-printable or base64 broke are joined again.
  const joined = texts.flatMap((text) => [
    text.toLowerCase(),
    text.replaceAll(/=\r?\n/g, '').toLowerCase(),
    text.replaceAll(/\r?\n/g, ''),
  ])
  return joined.reduce(
    (sum, text) =>
      sum + forms.filter((form) => text.includes(form) || text.includes(form.toLowerCase())).length,
    0,
  )
}

/** The logical copy of a database as text. */
export async function copyText(database: OpenDatabase): Promise<string> {
  const parts: string[] = []
  for await (const part of exportDatabase(database, new Date())) parts.push(part)
  return parts.join('')
}

/** Every file of a folder, and of those in it, as text. */
export function folderTexts(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
