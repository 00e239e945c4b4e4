import { dirname, join } from 'node:path/posix'
import { importsOf, type Source } from './source-tree.ts'

/** Folders that need each other both ways for now. The list only shrinks. */
export const mutualFolders: string[] = []

/** What lies beside the folders themselves: what puts them together, and what all of them stand on. */
const roots = new Set(['.', 'app', 'server', 'shared'])

/** Folders of the product that need each other both ways, types included. */
function findMutualFolders(sources: Source[]): string[] {
  const needs = new Set(sources.filter(isProduct).flatMap(needsOf))
  return [...needs]
    .map((need) => need.split(' '))
    .filter(([from, to]) => from! < to! && needs.has(`${to} ${from}`))
    .map(([from, to]) => `${from} <-> ${to}`)
    .toSorted()
}

function isProduct({ path }: Source) {
  return /^(app|server|shared)\//.test(path) && !/\.test\.tsx?$/.test(path)
}

/** `from to` for every other folder that a source imports from. */
function needsOf(source: Source): string[] {
  const from = dirname(source.path)
  if (roots.has(from)) return []
  const folders = importsOf(source)
    .filter((specifier) => /^[#.]/.test(specifier))
    .map((specifier) =>
      dirname(specifier.startsWith('#') ? specifier.slice(1) : join(from, specifier)),
    )
  return folders.filter((to) => to !== from && !roots.has(to)).map((to) => `${from} ${to}`)
}

/** What differs from the list: a new pair, and one that is gone and must leave the list. */
export function findFolderBreaches(sources: Source[], known = mutualFolders): string[] {
  const found = findMutualFolders(sources)
  return [
    ...found
      .filter((pair) => !known.includes(pair))
      .map((pair) => `${pair}: these folders now need each other both ways`),
    ...known
      .filter((pair) => !found.includes(pair))
      .map((pair) => `${pair} is over: take it off the list`),
  ]
}
