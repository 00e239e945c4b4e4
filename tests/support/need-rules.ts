import { dirname } from 'node:path/posix'
import type { Needs } from '#features.ts'
import { pathsImported, type Source } from './source-tree.ts'

/** What may need any area, and is named with this word in place of a list. */
const everything = 'everything'
/** What no product source lies in. */
const besideProduct = /^(tests|bench|scripts|content)\//

/** An import that leaves its area. */
type Edge = { from: string; to: string; files: string }

/**
 * The area of a path: the longest key that is the path itself or a folder around it. A key that ends
 * with `/*` is a folder without those in it.
 */
export function areaOf(path: string, keys: string[]): string | undefined {
  const fits = keys.filter((key) =>
    key.endsWith('/*')
      ? dirname(path) === key.slice(0, -2)
      : path === key || path.startsWith(`${key}/`),
  )
  return fits.toSorted((one, other) => other.length - one.length)[0]
}

/** Everything in which the sources and the table of features.ts differ, as lines to read. */
export function findNeedBreaches(sources: Source[], table: Needs, known: string[] = []): string[] {
  const keys = Object.keys(table)
  const product = sources.filter(isProduct)
  const inAreas = product.map((source) => ({ source, area: areaOf(source.path, keys) }))
  const edges = inAreas.flatMap(({ source, area }) => (area ? edgesOf(source, area, keys) : []))
  const needs = Map.groupBy(edges, ({ from, to }) => `${from} -> ${to}`)
  const declared = keys.flatMap((from) => needsIn(table[from]!).map((to) => `${from} -> ${to}`))
  const isFree = ({ from }: Edge) => table[from] === everything
  return [
    ...inAreas.filter(({ area }) => !area).map(({ source }) => `${source.path} is in no area`),
    ...keys
      .filter((key) => !inAreas.some(({ area }) => area === key))
      .map((key) => `${key}: nothing is there any more`),
    ...[...needs]
      .filter(([need, [edge]]) => !isFree(edge!) && ![...declared, ...known].includes(need))
      .map(([need, [edge]]) => `${need} is not declared: ${edge!.files}`),
    ...declared.filter((need) => !needs.has(need)).map((need) => `${need}: no import needs it`),
    ...findCircles(edges.filter(({ from, to }) => !known.includes(`${from} -> ${to}`))),
    ...known
      .filter((need) => !isExceptionNeeded(need, edges))
      .map((need) => `${need} needs no exception: take it off the list`),
    ...findUnsorted(table),
  ]
}

function isProduct({ path }: Source) {
  return path.includes('/') && !besideProduct.test(path) && !/\.test\.tsx?$/.test(path)
}

function needsIn(line: string): string[] {
  return line === everything ? [] : line.split(/\s+/).filter(Boolean)
}

function edgesOf(source: Source, from: string, keys: string[]): Edge[] {
  return pathsImported(source).flatMap((path) => {
    const to = areaOf(path, keys)
    return to && to !== from ? [{ from, to, files: `${source.path} > ${path}` }] : []
  })
}

/** Needs that need each other in a circle, however long: the strongly connected components of the imports. */
function findCircles(edges: Edge[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reaches = new Map([...next.keys()].map((area) => [area, reachedFrom(area, next)]))
  const isMutual = ({ from, to }: Edge) => reaches.get(to)?.has(from) ?? false
  const circular = Map.groupBy(edges.filter(isMutual), ({ from }) =>
    [...reaches.get(from)!]
      .filter((area) => reaches.get(area)?.has(from))
      .toSorted()
      .join(', '),
  )
  return [...circular].map(([circle, [...within]]) => {
    const imports = new Map(within.map((edge) => [`${edge.from} ${edge.to}`, edge.files]))
    return [`${circle} need each other in a circle:`, ...imports.values()].join('\n  ')
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

/** An exception is for an import that closes a circle; any other is declared. */
function isExceptionNeeded(need: string, edges: Edge[]): boolean {
  const [from = '', to = ''] = need.split(' -> ')
  const next = Map.groupBy(edges, (edge) => edge.from)
  const isThere = edges.some((edge) => edge.from === from && edge.to === to)
  return isThere && reachedFrom(to, next).has(from)
}

function findUnsorted(table: Needs): string[] {
  const lists = [Object.keys(table), ...Object.values(table).map(needsIn)]
  const isSorted = (list: string[]) => list.join() === list.toSorted().join()
  return lists.filter((list) => !isSorted(list)).map((list) => `not sorted: ${list.join(' ')}`)
}
