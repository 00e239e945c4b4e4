import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

export type Source = { path: string; text: string }

const patterns = [
  '{kernel,schema,platform,client,features,app,main,tests,bench,scripts}/**/*.{ts,tsx,mjs}',
  '*.{ts,tsx,mjs}',
]

/** Every source of the project as it stands on the disk, by its path from the project's root. */
export function readSources(): Source[] {
  return globSync(patterns)
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** What a source imports: the text between the quotes, whether or not only as a type. */
export function importsOf({ text }: Source): string[] {
  const pattern = /^\s*(?:import|export)\b[^'"`;]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

/** The project's own files among them, by their paths from its root. */
export function pathsImported(source: Source): string[] {
  return importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    return specifier.startsWith('.') ? join(dirname(source.path), specifier) : []
  })
}
