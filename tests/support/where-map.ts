/** docs/where.md: `## 1. …` to `## 9. …`, and under each, lines with the files in backticks. */
export function findMapBreaches(map: string, exists: (path: string) => boolean): string[] {
  const sections = map.split(/^## /m).slice(1)
  const breaches = Array.from({ length: 9 }, (_, place) => place + 1).flatMap((number) => {
    const section = sections.find((text) => text.startsWith(`${number}. `))
    if (section === undefined) return [`section ${number} of the specification is missing`]
    return pathsIn(section).length === 0 ? [`section ${number} names no file`] : []
  })
  for (const line of map.split('\n').filter((text) => text.startsWith('- '))) {
    if (pathsIn(line).length === 0) breaches.push(`no file in the line "${line}"`)
  }
  const dead = pathsIn(map).filter((path) => !exists(path))
  return [...breaches, ...dead.map((path) => `${path} does not exist`)]
}

/** What stands in backticks and is a path: it has a slash in it or an extension at its end. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return quoted.filter((path) => /^[\w.-]+(\/[\w.-]+)*\/?$/.test(path) && /[/.]/.test(path))
}
