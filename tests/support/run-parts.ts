import process from 'node:process'
import type { SuiteResult } from './suite-result.ts'

/** Receives a part's output and CPU time. */
export type Place = {
  show: (text: string) => void
  book: (processorSeconds: number) => void
}

/** The parts of a run, in order. */
export type Parts = Record<string, (place: Place) => Promise<SuiteResult[]>>

/**
 * Parts that mostly wait for timeouts of dead nodes. They run in sequence beside the server suite, which uses
 * the CPU; their output is shown after it.
 */
const besideServer = ['postgres', 'cluster']

/** Runs the named parts. `minutes`: a line per part with wall clock and CPU time. */
export async function runParts(
  parts: Parts,
  wanted: string[],
  show: Place['show'] = (text) => void process.stdout.write(text),
): Promise<{ results: SuiteResult[]; minutes: string[] }> {
  const beside = wanted.includes('server')
    ? besideServer.filter((name) => wanted.includes(name))
    : []
  const results: SuiteResult[] = []
  const minutes: string[] = []

  async function run(name: string, showPart: Place['show']) {
    showPart(`\n── ${name} ──\n`)
    const started = performance.now()
    let processor = 0
    const place = { show: showPart, book: (seconds: number) => void (processor += seconds) }
    const found = await parts[name]!(place).catch((error: Error) => [
      crashed(name, error, showPart),
    ])
    const clock = (performance.now() - started) / 1000
    return () => {
      results.push(...found)
      minutes.push(`${name} ${inMinutes(clock)} min (${inMinutes(processor)} of processor time)`)
    }
  }
  async function runBeside() {
    let said = ''
    const notes: (() => void)[] = []
    for (const name of beside) notes.push(await run(name, (text) => (said += text)))
    return () => {
      show(said)
      for (const note of notes) note()
    }
  }

  for (const name of wanted) {
    if (beside.includes(name)) continue
    const others = name === 'server' && beside.length > 0 ? runBeside() : undefined
    const note = await run(name, show)
    note()
    if (others) (await others)()
  }
  return { results, minutes }
}

function inMinutes(seconds: number) {
  return (seconds / 60).toFixed(1)
}

function crashed(name: string, error: Error, show: Place['show']): SuiteResult {
  show(`${error.stack ?? error.message}\n`)
  return { name, passed: 0, failures: [error.message], skipped: [], seconds: 0 }
}
