import { dirname } from 'node:path/posix'
import { pathsImported, type Source } from './source-tree.ts'

/** How many imports a test may be away from a changed file. */
const steps = 2
/** How many journeys run at most: those that quote the most of what changed. */
export const mostJourneys = 2
/** Reads all tables from the database, and imports none. */
const testOfTables = 'features/people/server/held-of-person.test.ts'

export type ChosenTests = {
  /** Files of vitest's suites. */
  tests: string[]
  journeys: string[]
  /** Journeys that are concerned as well, but less than those chosen. */
  journeysLeft: string[]
}

/**
 * The tests that a change can have broken. The whole import graph is of no use here: through the test
 * app every route imports everything. So a test is chosen when it changed itself, when a file of its
 * feature, or beside it, changed, or when it is at most two imports away from one, the test harness not counted.
 * That of the list of tables is chosen when any table changed.
 * A journey is chosen when it changed, or quotes a text that a changed screen shows.
 */
export function chooseTests(sources: Source[], changed: string[]): ChosenTests {
  const isChanged = new Set(changed)
  const places = new Set(changed.filter(isProduct).map(placeOf))
  const graph = importGraph(sources)
  const tests = sources
    .map(({ path }) => path)
    .filter((path) => isTest(path) && !isJourney(path))
    .filter(
      (path) =>
        places.has(placeOf(path)) ||
        (path === testOfTables && places.has('schema')) ||
        reaches(graph, path, isChanged),
    )
  const texts = new Set(sources.filter(({ path }) => isChanged.has(path)).flatMap(textsShown))
  const journeys = sources
    .filter(({ path }) => isJourney(path))
    .map((source) => ({
      path: source.path,
      weight: isChanged.has(source.path) ? Infinity : countQuoted(source, texts),
    }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const own = journeys.filter(({ weight }) => weight === Infinity).length
  const paths = journeys.map(({ path }) => path)
  const count = Math.max(own, mostJourneys)
  return { tests, journeys: paths.slice(0, count), journeysLeft: paths.slice(count) }
}

/** A feature with all that is in it; elsewhere the folder. */
function placeOf(path: string) {
  return /^features\/[^/]+/.exec(path)?.[0] ?? dirname(path)
}

function isTest(path: string) {
  return /\.test\.tsx?$/.test(path)
}

function isJourney(path: string) {
  return isTest(path) && path.startsWith('tests/e2e/')
}

function isProduct(path: string) {
  return (
    /^(kernel|schema|platform|client|features|app|main|bench)\/.*\.tsx?$/.test(path) &&
    !isTest(path)
  )
}

function importGraph(sources: Source[]): Map<string, string[]> {
  return new Map(sources.map((source) => [source.path, pathsImported(source)]))
}

/** Whether the test, or what it imports in so many steps, is among the changed files. */
function reaches(graph: Map<string, string[]>, test: string, isChanged: Set<string>) {
  let reached = [test]
  for (let step = 0; step <= steps; step += 1) {
    if (reached.some((path) => isChanged.has(path))) return true
    const onwards = reached.filter((path) => path === test || !path.startsWith('tests/'))
    reached = onwards.flatMap((path) => graph.get(path) ?? [])
  }
  return false
}

/** What a screen may show: texts of some length between quotes, backticks or tags. */
function textsShown({ path, text }: Source): string[] {
  if (!/^(app|client|features\/[^/]+\/(public|admin))\//.test(path) || isTest(path)) return []
  const found = text.matchAll(/(['"`])([^'"`\n]{4,}?)\1|>\s*([^<>{}=;()]{4,}?)\s*</g)
  return [...found]
    .map(([, , quoted, between]) => (quoted ?? between ?? '').trim())
    .filter((words) => /^[A-Z]/.test(words))
}

function countQuoted({ text }: Source, texts: Set<string>) {
  return [...texts].filter((words) => text.includes(words)).length
}
