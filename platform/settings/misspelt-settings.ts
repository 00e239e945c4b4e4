import { distance } from 'fastest-levenshtein'

export type Misspelt = { name: string; meant: string }

/** More letters than these make another word. */
const mostTypos = 2
/** Shorter names, such as PORT, are near to too much that others set. */
const shortestName = 8

/** Names in the environment that are nearly those of settings which are not set: `SMPT_URL`. */
export function findMisspelt(
  environment: Record<string, string | undefined>,
  names: string[],
): Misspelt[] {
  const unset = names.filter((name) => !environment[name] && name.length >= shortestName)
  const others = Object.keys(environment).filter((name) => !names.includes(name))
  return others.flatMap((name) => {
    const meant = unset.find((one) => distance(one, name) <= mostTypos)
    return meant ? [{ name, meant }] : []
  })
}
