import type { Needs } from '#features.ts'

const start = '<!-- features -->'
const end = '<!-- /features -->'

/** Between the markers of docs/architecture.md: which feature needs which, without what other arrows say already. */
export function drawFeatures(needs: Needs): string {
  const direct = new Map(
    Object.entries(needs).map(([name, line]) => [name, line.split(/\s+/).filter(Boolean)]),
  )
  const reach = (name: string): string[] =>
    (direct.get(name) ?? []).flatMap((next) => [next, ...reach(next)])
  const lines = [...direct].flatMap(([name, all]) => {
    const drawn = all.filter((one) => !all.some((other) => reach(other).includes(one)))
    return drawn.length > 0 ? [`  ${name} --> ${drawn.join(' & ')}`] : []
  })
  return [start, '', '```mermaid', 'flowchart TB', ...lines, '```', '', end].join('\n')
}

/** Walks whose heading says another number of files than they list, or that list one twice. */
export function findWalkBreaches(document: string): string[] {
  return document.split(/^### /m).flatMap((walk) => {
    const [, title, number] = /^(.+): (\d+) files\n/.exec(walk) ?? []
    if (title === undefined) return []
    const files = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path)
    return new Set(files).size === Number(number) && files.length === Number(number)
      ? []
      : [`${title}: ${files.length} files, ${new Set(files).size} of them different`]
  })
}

/** The triggers that are there once all migrations have run, given in their order, what they include last. */
export function findTriggers(migrations: string[]): string[] {
  const acts = migrations.join('\n').matchAll(/^(CREATE|DROP)(?: OR REPLACE)? TRIGGER "?(\w+)"?/gm)
  const triggers = new Set<string>()
  for (const [, act, name] of acts) {
    if (act === 'CREATE') triggers.add(name!)
    else triggers.delete(name!)
  }
  return [...triggers].toSorted()
}

/** Migrations that define a function or a trigger themselves, and files of these that none includes. */
export function findStrayFunctions(files: { path: string; text: string }[]): string[] {
  const isOwn = (path: string) => path.includes('/functions/')
  const migrations = files.filter(({ path }) => !isOwn(path))
  return files.flatMap(({ path, text }) => {
    if (isOwn(path)) {
      const included = `\\ir functions/${path.split('/').at(-1)}\n`
      const isIncluded = migrations.some((migration) => migration.text.includes(included))
      return isIncluded ? [] : [`${path} is included by no migration`]
    }
    const isDefining = /^CREATE (OR REPLACE )?(FUNCTION|TRIGGER)/im.test(text)
    return isDefining ? [`${path} defines a function or a trigger`] : []
  })
}

/** Paths in backticks that begin like a source's and lead nowhere. */
export function findDeadPaths(
  documents: { path: string; text: string }[],
  exists: (path: string) => boolean,
): string[] {
  const source =
    /`((?:app|bench|client|content|docs|features|kernel|main|platform|schema|scripts|tests|server|shared|src)\/[\w./-]*)`/g
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(source)]
      .map(([, named]) => named!)
      // A feature's own folder of screens or server is spoken of without the feature.
      .filter((named) => named !== 'server/' && !exists(named))
      .map((named) => `${path}: ${named} does not exist`),
  )
}
