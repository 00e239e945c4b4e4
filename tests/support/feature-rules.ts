import { dirname } from 'node:path/posix'
import { pathsImported, type Source } from './source-tree.ts'

/** Files and folders allowed at the root of a feature. */
const atTheRoot =
  /^features\/[a-z-]+\/(README\.md|(contract|rules)(\.test)?\.ts|(server|public|admin)\/.+)$/

/** Returns other entries at the root of a feature, and features without a README. */
export function findFeatureBreaches(paths: string[]): string[] {
  const inFeatures = paths.filter((path) => path.startsWith('features/'))
  const names = [...new Set(inFeatures.map((path) => path.split('/')[1]!))]
  return [
    ...inFeatures
      .filter((path) => !atTheRoot.test(path))
      .map(
        (path) => `${path}: a feature has README.md, contract.ts, rules.ts, server, public, admin`,
      ),
    ...names
      .map((name) => `features/${name}/README.md`)
      .filter((readme) => !paths.includes(readme))
      .map((readme) => `${readme} is missing`),
  ]
}

const isProduct = (path: string) =>
  /^(kernel|schema|platform|client|features|app|main)\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$/.test(path)

/** A shorter file that only one neighbour needs should be merged into it. */
const tooSmall = 30

/**
 * Returns short files that only one file in the same folder imports. Excludes files loaded by `import()`,
 * started by path, named by the build's chunks, or with a route of their own.
 */
export function findSplinters(sources: Source[], settings: string): string[] {
  const product = sources.filter(({ path }) => isProduct(path))
  const edges = product.flatMap((source) =>
    pathsImported(source).map((path) => ({ from: source, to: path })),
  )
  const importersOf = Map.groupBy(edges, ({ to }) => to)
  const apart = new Set(product.flatMap(({ text }) => namedApart(text)))
  return product.flatMap(({ path, text }) => {
    const importers = [...new Set((importersOf.get(path) ?? []).map(({ from }) => from))]
    const [only] = importers
    const name = path.slice(path.lastIndexOf('/') + 1)
    const isApart = apart.has(name) || settings.includes(path.replace(/\.tsx?$/, ''))
    return importers.length === 1 &&
      dirname(only!.path) === dirname(path) &&
      text.split('\n').length - 1 < tooSmall &&
      !isApart
      ? [
          `${path}: ${text.split('\n').length - 1} lines that only ${only!.path} needs: it belongs there`,
        ]
      : []
  })
}

/** Returns the names of files that a text loads lazily or starts by path. */
function namedApart(text: string): string[] {
  const found = text.matchAll(/\b(?:import|new URL)\(\s*'(?:[^']*\/)?([^'/]+)'/g)
  return [...found].map(([, name]) => name!)
}

/** A table's owner: the feature or layer after which its schema file is named. */
type Owner = string

type Table = { stored: string; owner: Owner }

/** Returns every table by its name in code and in the database. */
export function ownersOf(sources: Source[]): Map<string, Table> {
  const tables = sources.filter(({ path }) => /^schema\/[a-z-]+\.ts$/.test(path))
  return new Map(
    tables.flatMap(({ path, text }) => {
      const owner = path.slice('schema/'.length, -'.ts'.length)
      const found = [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)]
      return found.flatMap(([, name, stored]): [string, Table][] => [
        [name!, { stored: stored!, owner }],
        [stored!, { stored: stored!, owner }],
      ])
    }),
  )
}

/**
 * Returns writes of a table outside the feature that owns it, as `folder writes table`. Entries of `known` are
 * allowed, and reported when obsolete, so that the list only shrinks.
 */
export function findForeignWrites(sources: Source[], known: string[]): string[] {
  const owners = ownersOf(sources)
  const found = new Set(
    sources
      .filter(({ path }) => isProduct(path) && !path.startsWith('main/'))
      .flatMap(({ path, text }) =>
        tablesWritten(text, owners)
          .filter(({ owner }) => !isOwn(path, owner))
          .map(({ stored }) => `${placeOf(path)} writes ${stored}`),
      ),
  )
  return [
    ...[...found]
      .filter((write) => !known.includes(write))
      .map((write) => `${write}: it is not its own`),
    ...known.filter((write) => !found.has(write)).map((write) => `${write} no more: off the list`),
  ].toSorted()
}

/**
 * Returns writes of the tables in `writers` by files not listed there, as `file writes table`. No trigger
 * watches these tables, so each writer must record domain events and update derived rows. Obsolete entries are
 * reported.
 */
export function findStrayWrites(sources: Source[], writers: Record<string, string[]>): string[] {
  const owners = ownersOf(sources)
  const found = sources
    .filter(({ path }) => isProduct(path) && !path.startsWith('main/'))
    .flatMap(({ path, text }) => {
      const stored = new Set(tablesWritten(text, owners).map((table) => table.stored))
      return [...stored].filter((table) => table in writers).map((table) => ({ path, table }))
    })
  const stray = found.filter(({ path, table }) => !writers[table]!.includes(path))
  const idle = Object.entries(writers).flatMap(([table, paths]) =>
    paths
      .filter((path) => !found.some((write) => write.path === path && write.table === table))
      .map((path) => `${path} writes ${table} no more: off the list`),
  )
  return [...stray.map(({ path, table }) => `${path} writes ${table}`), ...idle]
}

function tablesWritten(text: string, owners: Map<string, Table>): Table[] {
  const built = text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)
  const raw = text.matchAll(
    /\b(?:insert into|update|delete from)\s+(?:only\s+)?"?(\w+)"?(?=[\s(`"])/gi,
  )
  return [...built, ...raw].flatMap(([, table]) => owners.get(table!) ?? [])
}

function placeOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

function isOwn(path: string, owner: Owner): boolean {
  return ['', 'features/', 'platform/'].some((layer) => path.startsWith(`${layer}${owner}/`))
}
