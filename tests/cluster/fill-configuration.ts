import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = 'docs/highly-available'

/**
 * Copies a configuration of docs/highly-available/ and fills in its <NAMES>, so that the documented files are
 * tested. Returns the path; an unknown name is an error.
 */
export function fillConfiguration(
  file: string,
  target: string,
  values: Record<string, string | number>,
): string {
  const text = readFileSync(join(source, file), 'utf8').replaceAll(
    /<([A-Z_]+)>/g,
    (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${file}: nothing is given for ${name}`)
      return String(value)
    },
  )
  writeFileSync(target, text, { mode: 0o644 })
  return target
}
