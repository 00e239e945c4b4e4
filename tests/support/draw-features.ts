import type { Needs } from '#features.ts'

/**
 * The features of features.ts as a Mermaid picture, each with an arrow to those that it needs itself; what it
 * needs through one of these as well has no arrow of its own. docs/architecture.md holds it.
 */
export function drawFeatures(needs: Needs): string {
  const names = Object.keys(needs).filter((name) => name.startsWith('features/'))
  const nextOf = (name: string): string[] =>
    (needs[name] ?? '').split(/\s+/).filter((next) => names.includes(next))
  const reaches = (from: string, to: string): boolean =>
    nextOf(from).some((next) => next === to || reaches(next, to))
  const arrows = names.flatMap((name) => {
    const direct = nextOf(name)
    return direct
      .filter((to) => !direct.some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${plain(name)} --> ${plain(to)}`)
  })
  return ['```mermaid', 'graph BT', ...arrows, '```'].join('\n')
}

function plain(name: string) {
  return name.replace('features/', '')
}
