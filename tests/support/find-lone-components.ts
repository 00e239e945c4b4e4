import { dirname, join } from 'node:path/posix'
import { importsOf, type Source } from './source-tree.ts'

/** What one screen alone uses for now. The list only shrinks. */
const loneForNow: string[] = []

const folder = 'app/components/'

/** A screen is its whole folder: the admin area is one, with all its rooms. */
const screenOf = (path: string) => /^app\/screens\/[^/]+|^app\/root\.tsx$/.exec(path)?.[0]

/**
 * Breaches of "app/components holds what two screens use", directly or through one another: its files
 * that fewer need, and those on the list of exceptions that need not stand there any more.
 */
export function findLoneComponents(sources: Source[], allowed = loneForNow): string[] {
  const product = sources.filter(({ path }) => /^app\/(?!.*\.test\.)/.test(path))
  const uses = product.flatMap((source) =>
    importsOf(source).map((specifier) => ({ user: source.path, used: pathOf(source, specifier) })),
  )
  const usersOf = Map.groupBy(uses, ({ used }) => used)

  function reach(path: string, seen: Set<string>): string[] {
    if (seen.has(path)) return []
    seen.add(path)
    return (usersOf.get(path) ?? []).flatMap(({ user }) => screenOf(user) ?? reach(user, seen))
  }
  return product
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path }) => {
      const screens = [...new Set(reach(path, new Set()))]
      const isAllowed = allowed.includes(path.slice(folder.length))
      if (screens.length < 2 === isAllowed) return []
      if (isAllowed) return `${path} is used by two screens now: take it off the list of exceptions`
      return screens.length === 0
        ? `${path} is used by no screen`
        : `${path} is used by ${screens[0]} alone: it belongs there`
    })
}

/** The file that an import names, by its path from the project's root. */
function pathOf({ path }: Source, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
}
