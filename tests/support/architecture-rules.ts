import type { Needs } from '#features.ts'
import { followImports } from './follow-imports.ts'

const start = '<!-- features -->'
const end = '<!-- /features -->'

/** Draws the graph of features in docs/architecture.md, without transitive arrows. */
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

/** Contracts, tables, notation, and the files that every call passes: docs/architecture.md says why. */
const leftOut = [
  /^client\/|\/contract\.ts$|^schema\/[a-z-]+\.ts$/,
  /^kernel\/(?!email-address|event-time|join-window|publishing|written-times)/,
  /^platform\/(?:audit|domain-events|errors|http|log)\//,
  /^platform\/(?:db\/(?!transactions)|jobs\/(?:jobs|queues|run-job)\.ts|settings\/setting-schemas)/,
]

/**
 * Returns the walks whose heading states another number of files than they list, and the files that the
 * imports of a walk reach and its list omits.
 */
export function findWalkBreaches(document: string): string[] {
  return document.split(/^### /m).flatMap((walk) => {
    const [, title, number] = /^(.+): (\d+) files\n/.exec(walk) ?? []
    if (title === undefined) return []
    const steps = [...walk.matchAll(/^\d+\. `([^`]+)`(?: from ((?:`[^`]+`(?:, )?)+))?:/gm)]
    const listed = new Set(steps.map(([, path]) => path!))
    const starts = steps.flatMap(([, path, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ path: path!, name: name! })),
    )
    const isLeftOut = (path: string) => leftOut.some((pattern) => pattern.test(path))
    const reached = followImports(starts, isLeftOut)
    const isCounted = steps.length === Number(number) && listed.size === steps.length
    return [
      ...(isCounted ? [] : [`${title}: ${steps.length} files, ${listed.size} of them different`]),
      ...[...reached].filter((path) => !listed.has(path)).map((path) => `${title}: omits ${path}`),
    ]
  })
}

/** Returns the triggers that exist after all migrations, given in order with their included files last. */
export function findTriggers(migrations: string[]): string[] {
  const acts = migrations.join('\n').matchAll(/^(CREATE|DROP)(?: OR REPLACE)? TRIGGER "?(\w+)"?/gm)
  const triggers = new Set<string>()
  for (const [, act, name] of acts) {
    if (act === 'CREATE') triggers.add(name!)
    else triggers.delete(name!)
  }
  return [...triggers].toSorted()
}

/**
 * Returns migrations that define functions or triggers themselves, and function files that no migration
 * includes.
 */
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

/** Returns paths in backticks that look like sources but do not exist. */
export function findDeadPaths(
  documents: { path: string; text: string }[],
  exists: (path: string) => boolean,
): string[] {
  const source =
    /`((?:app|bench|client|content|docs|features|kernel|main|platform|schema|scripts|tests|server|shared|src)\/[\w./-]*)`/g
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(source)]
      .map(([, named]) => named!)
      // A feature's own folder may be named without the feature.
      .filter((named) => named !== 'server/' && !exists(named))
      .map((named) => `${path}: ${named} does not exist`),
  )
}
