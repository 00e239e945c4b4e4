import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import type { OpenDatabase } from '#platform/db/open.ts'

/** Returns every encoding of an address: plain, quoted-printable, base64 at each offset. */
function formsOf(address: string): string[] {
  const quoted = address.replace('@', '=40')
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.from(`${' '.repeat(offset)}${address}`)
    // Cut off the characters at both ends that depend on neighbouring bytes.
    const start = offset === 0 ? 0 : 4
    return bytes.toString('base64').slice(start, Math.floor(bytes.length / 3) * 4)
  })
  return [address, quoted, encodeURIComponent(address), ...base64]
}

/** Counts how often texts contain any of the words in any encoding. */
export function countHeld(texts: string[], words: string[]): number {
  const forms = words.flatMap(formsOf)
  // Join lines broken by quoted-printable or base64.
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

/** Returns the text of a database's logical backup. */
export async function copyText(database: OpenDatabase): Promise<string> {
  const parts: string[] = []
  for await (const part of exportDatabase(database, new Date())) parts.push(part)
  return parts.join('')
}

/** Returns the text of every file below a folder. */
export function folderTexts(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
