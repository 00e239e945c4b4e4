import { parseArgs } from 'node:util'
import { measureAnswers } from './answers.ts'
import { measureDropOff } from './drop-off.ts'
import { measureImports } from './imports.ts'
import { openStages, type Stage } from './stages.ts'
import { residentMegabytes } from './process-cost.ts'
import { measureRegistrations } from './registrations.ts'
import { measureSearch } from './search.ts'
import { measureStarts } from './starts.ts'
import { table, type Row } from './table.ts'

/**
 * `npm run bench`: everything. `npm run bench -- landing --on embedded --quick`: the named ones, on
 * one database, in few short rounds. Prints and never judges: a timing is not a test.
 */
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { on: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const effort = options.quick
  ? { rounds: 2, seconds: 1, count: 300, starts: 1, rows: 5000 }
  : { rounds: 8, seconds: 3, count: 1500, starts: 5, rows: 100_000 }
const names = [
  'start',
  'landing',
  'events',
  'registrations',
  'imports',
  'search',
  'drop-off',
] as const

function isWanted(name: (typeof names)[number]) {
  return asked.length === 0 || asked.includes(name)
}

async function measure(stage: Stage) {
  const { kind, greenroom, yardstick } = stage
  const rows: Row[] = []
  const lines: string[] = []
  if (isWanted('start')) {
    const seconds = await measureStarts(greenroom, effort.starts)
    lines.push(`a later start is ready in ${seconds.toFixed(2)} s`)
  }
  lines.push(`resident after the start: ${await residentMegabytes(greenroom.pid)}`)
  if (isWanted('landing')) {
    const comparison = await measureAnswers(greenroom, '/', effort)
    rows.push({ name: 'GET /', comparison, target: 0.8 })
  }
  if (isWanted('events')) {
    const comparison = await measureAnswers(greenroom, '/api/events/upcoming', effort)
    rows.push({ name: 'GET /api/events/upcoming', comparison, target: 0.7 })
  }
  if (isWanted('registrations')) {
    const comparison = await measureRegistrations(greenroom, yardstick, effort)
    rows.push({ name: 'registrations', comparison, target: 0.6 })
  }
  if (isWanted('imports')) lines.push(...(await measureImports(stage, effort.rows)))
  lines.push(`resident after the load: ${await residentMegabytes(greenroom.pid)}`)
  console.log(`\n${kind}\n`)
  if (rows.length > 0) console.log(`${table(rows)}\n`)
  console.log(lines.join('\n'))
}

const unknown = asked.filter((name) => !names.includes(name as never))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  process.exit(1)
}
if (isWanted('search')) await measureSearch(options.on, options.quick ? 3 : 20)
if (isWanted('drop-off')) await measureDropOff(options.on, options.quick ? 10 : 100)
const isWithoutServer =
  asked.length > 0 && asked.every((name) => name === 'search' || name === 'drop-off')
if (!isWithoutServer) for await (const stage of openStages(options.on)) await measure(stage)
