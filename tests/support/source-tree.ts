import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

export type Source = { path: string; text: string }

const patterns = [
  '{kernel,schema,platform,client,features,app,main,tests,bench,scripts}/**/*.{ts,tsx,mjs}',
  '*.{ts,tsx,mjs}',
]

/** Returns all sources of the project by path. */
export function readSources(): Source[] {
  return globSync(patterns)
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** Returns the import specifiers of a source, including type imports. */
export function importsOf({ text }: Source): string[] {
  const pattern = /^\s*(?:import|export)\b[^'"`;]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

/** Returns the imported files of the project by path. */
export function pathsImported(source: Source): string[] {
  return importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    return specifier.startsWith('.') ? join(dirname(source.path), specifier) : []
  })
}
