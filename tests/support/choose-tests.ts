import { dirname } from 'node:path/posix'
import { pathsImported, type Source } from './source-tree.ts'

/** Maximum number of imports between a test and a changed file. */
const steps = 2
/** Maximum number of journeys: those that quote most of the changed texts. */
export const mostJourneys = 2
/** Reads all tables from the database without importing the schema. */
const testOfTables = 'features/people/server/held-of-person.test.ts'

export type ChosenTests = {
  /** Test files of vitest. */
  tests: string[]
  journeys: string[]
  /** Other affected journeys. */
  journeysLeft: string[]
}

/**
 * Chooses tests that a change may have broken. The full import graph is useless, because the test app imports
 * everything. A test is chosen if it changed, if a file of its feature or folder changed, or if a changed file
 * is at most two imports away, not counting the test harness. The test of the list of tables is chosen for any
 * table. A journey is chosen if it changed, or quotes a text of a changed screen.
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

/** Returns the feature of a path; elsewhere its folder. */
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

/** Returns whether the test or its imports, up to the given depth, changed. */
function reaches(graph: Map<string, string[]>, test: string, isChanged: Set<string>) {
  let reached = [test]
  for (let step = 0; step <= steps; step += 1) {
    if (reached.some((path) => isChanged.has(path))) return true
    const onwards = reached.filter((path) => path === test || !path.startsWith('tests/'))
    reached = onwards.flatMap((path) => graph.get(path) ?? [])
  }
  return false
}

/** Returns texts that a screen may show: long texts in quotes, backticks or tags. */
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
