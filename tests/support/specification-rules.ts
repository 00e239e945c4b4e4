import type { Source } from './source-tree.ts'

/** docs/specification.md: under each `## ` heading, lines with the files in backticks. */
export function findMapBreaches(map: string, exists: (path: string) => boolean): string[] {
  const breaches: string[] = []
  for (const line of map.split('\n').filter((text) => text.startsWith('- '))) {
    if (pathsIn(line).length === 0) breaches.push(`no file in the line "${line}"`)
  }
  for (const section of map.split(/^## /m).slice(1)) {
    if (pathsIn(section).length > 0) continue
    breaches.push(`the heading "${section.split('\n')[0]}" names no file`)
  }
  const dead = pathsIn(map).filter((path) => !exists(path))
  return [...breaches, ...dead.map((path) => `${path} does not exist`)]
}

/** What stands in backticks and is a path: it has a slash in it or an extension at its end. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return quoted.filter((path) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(path) && /[/.]/.test(path))
}

/** The headings that comments may cite, of either document: `## One`, or the bold words of a decision. */
export function headingsOf(document: string): Set<string> {
  const titles = document.matchAll(/^## (.+)$|^\*\*[\d-]+: ([^*]+?)\.?\*\*/gm)
  return new Set(
    [...titles].map(([, title = '', decided = '']) => (title || decided).replaceAll(/\s+/g, ' ')),
  )
}

type Headings = { specification: Set<string>; decisions: Set<string> }

/** A comment, in which a text may go on in the next line. */
const space = String.raw`(?:\s|\n\s*\*\s)+`
const quoted = `"(?:[^"]+)"`
const citation = new RegExp(
  String.raw`\b(Specification|docs/decisions\.md),${space}(${quoted}(?:${space}and${space}${quoted})*)`,
  'g',
)
/** Documents that lie elsewhere: what they say stands in docs/specification.md in our own words. */
const elsewhere = new RegExp(
  String.raw`\b[Ss]pecification${space}\d|(?<![/\w])(?:decisions|providers)\.md|\b[Ii]ssue${space}"`,
)

/** Citations of headings that are not there, and of documents that are not in this folder. */
export function findCitationBreaches(sources: Source[], headings: Headings): string[] {
  return sources.flatMap(({ path, text }) => {
    const foreign = elsewhere.exec(text)
    const dead = [...text.matchAll(citation)].flatMap(([, document, titles = '']) => {
      const known = document === 'Specification' ? headings.specification : headings.decisions
      return [...titles.matchAll(/"([^"]+)"/g)]
        .map(([, title = '']) => title.replaceAll(/\s*\n\s*\*\s+/g, ' '))
        .filter((title) => !known.has(title))
        .map((title) => `${path}: there is no heading "${title}" in ${document}`)
    })
    return foreign
      ? [
          ...dead,
          `${path}: "${foreign[0]}" is not in this folder: cite docs/specification.md, as in Specification, "Events"`,
        ]
      : dead
  })
}
