import type { Source } from './source-tree.ts'

/** Returns list items and headings of READMEs without a file in backticks, and files that do not exist. */
export function findMapBreaches(map: string, exists: (path: string) => boolean): string[] {
  const breaches: string[] = []
  const items = map.replaceAll(/\n {2,}(?=\S)/g, ' ').split('\n')
  for (const line of items.filter((text) => text.startsWith('- '))) {
    if (pathsIn(line).length === 0) breaches.push(`no file in the line "${line}"`)
  }
  for (const section of map.split(/^## /m).slice(1)) {
    if (pathsIn(section).length > 0) continue
    breaches.push(`the heading "${section.split('\n')[0]}" names no file`)
  }
  const dead = pathsIn(map).filter((path) => !exists(path))
  return [...breaches, ...dead.map((path) => `${path} does not exist`)]
}

/** Returns texts in backticks that are paths: with a slash or an extension. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return quoted.filter((path) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(path) && /[/.]/.test(path))
}

/** Returns the headings that comments may cite: `## One`. */
export function headingsOf(document: string): Set<string> {
  return new Set([...document.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title))
}

/** Whitespace in a comment, including line breaks. */
const space = String.raw`(?:\s|\n\s*\*\s)+`
const quoted = `"(?:[^"]+)"`
const citation = new RegExp(
  String.raw`\bSpecification,${space}(${quoted}(?:${space}and${space}${quoted})*)`,
  'g',
)
/** Documents outside of the repository, whose content the READMEs restate. */
const elsewhere = new RegExp(
  String.raw`\b[Ss]pecification${space}\d|(?<![/\w])(?:decisions|providers)\.md|\b[Ii]ssue${space}"`,
)

/** Returns citations of missing headings and documents. */
export function findCitationBreaches(sources: Source[], headings: Set<string>): string[] {
  return sources.flatMap(({ path, text }) => {
    const foreign = elsewhere.exec(text)
    const dead = [...text.matchAll(citation)].flatMap(([, titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)]
        .map(([, title = '']) => title.replaceAll(/\s*\n\s*\*\s+/g, ' '))
        .filter((title) => !headings.has(title))
        .map((title) => `${path}: there is no heading "${title}" in any README`),
    )
    return foreign
      ? [
          ...dead,
          `${path}: "${foreign[0]}" is not in this folder: cite the READMEs, as in Specification, "Events"`,
        ]
      : dead
  })
}

/** Returns comments that name a source file that does not exist. */
export function findDeadNames(sources: Source[]): string[] {
  const names = new Set(sources.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))
  return sources.flatMap(({ path, text }) => {
    const comments = text.split('\n').filter((line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line))
    const named = comments.flatMap((line) => line.match(/(?<![\w*/.-])[\w./-]+\.tsx?\b/g) ?? [])
    return named
      .filter((name) => !names.has(name.slice(name.lastIndexOf('/') + 1)))
      .map((name) => `${path}: a comment names ${name}, which is nowhere`)
  })
}
