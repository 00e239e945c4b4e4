import { dirname } from 'node:path/posix'
import type { Needs } from '#features.ts'
import { pathsImported, type Source } from './source-tree.ts'

/** Folders without product sources. */
const besideProduct = /^(tests|bench|scripts)\//

/** An import between areas. */
type Edge = { from: string; to: string; files: string }

/** The area of a path: its folder within the layer, or `layer/*` for files directly in the layer's folder. */
export function areaOf(path: string): string {
  const [layer, folder] = dirname(path).split('/')
  return `${layer}/${folder ?? '*'}`
}

/** Returns every cycle of areas and every difference between the sources and features.ts, as lines to read. */
export function findNeedBreaches(sources: Source[], table: Needs): string[] {
  const product = sources.filter(isProduct)
  const edges = product.flatMap(edgesOf)
  const needs = Map.groupBy(edges.filter(isOfFeatures), ({ from, to }) => `${from} -> ${to}`)
  const features = new Set(product.map(({ path }) => areaOf(path)).filter(isFeature))
  const keys = Object.keys(table).map((name) => `features/${name}`)
  const declared = Object.entries(table).flatMap(([from, line]) =>
    needsIn(line).map((to) => `features/${from} -> features/${to}`),
  )
  return [
    ...[...features].filter((area) => !keys.includes(area)).map((area) => `${area} has no line`),
    ...keys.filter((key) => !features.has(key)).map((key) => `${key}: nothing is there any more`),
    ...[...needs]
      .filter(([need]) => !declared.includes(need))
      .map(([need, [edge]]) => `${need} is not declared: ${edge!.files}`),
    ...declared.filter((need) => !needs.has(need)).map((need) => `${need}: no import needs it`),
    ...findCycles(edges),
    ...findUnsorted(table),
  ]
}

function isProduct({ path }: Source) {
  return path.includes('/') && !besideProduct.test(path) && !/\.test\.tsx?$/.test(path)
}

const isFeature = (area: string) => /^features\/[^*]/.test(area)
const isOfFeatures = ({ from, to }: Edge) => isFeature(from) && isFeature(to)

function needsIn(line: string): string[] {
  return line.split(/\s+/).filter(Boolean)
}

function edgesOf(source: Source): Edge[] {
  const from = areaOf(source.path)
  return pathsImported(source).flatMap((path) => {
    const to = areaOf(path)
    return to === from || !path.includes('/')
      ? []
      : [{ from, to, files: `${source.path} > ${path}` }]
  })
}

/** Areas that need each other, directly or through others: the strongly connected components of the imports. */
function findCycles(edges: Edge[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = new Map([...next.keys()].map((area) => [area, reachedFrom(area, next)]))
  const isMutual = ({ from, to }: Edge) => reaches.get(to)?.has(from) ?? false
  const circular = Map.groupBy(edges.filter(isMutual), ({ from }) =>
    [...reaches.get(from)!]
      .filter((area) => reaches.get(area)?.has(from))
      .toSorted()
      .join(', '),
  )
  return [...circular].map(([cycle, [...within]]) => {
    const imports = new Map(within.map((edge) => [`${edge.from} ${edge.to}`, edge.files]))
    return [`${cycle} need each other in a circle:`, ...imports.values()].join('\n  ')
  })
}

function reachedFrom(area: string, next: Map<string, Edge[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [area]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { to } of next.get(at) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

function findUnsorted(table: Needs): string[] {
  const lists = [Object.keys(table), ...Object.values(table).map(needsIn)]
  const isSorted = (list: string[]) => list.join() === list.toSorted().join()
  return lists.filter((list) => !isSorted(list)).map((list) => `not sorted: ${list.join(' ')}`)
}
