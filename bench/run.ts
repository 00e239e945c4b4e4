import { parseArgs } from 'node:util'
import { findClient } from './load/client.ts'
import type { Growth } from './measure/growth.ts'
import { residentMegabytes } from './measure/process-cost.ts'
import { growthTable, table, type Row } from './measure/table.ts'
import { measureDropOff } from './rows/drop-off.ts'
import { entries } from './rows/entries.ts'
import type { Bench, Effort } from './rows/entry.ts'
import { measureFunnel } from './rows/funnel.ts'
import { measurePages } from './rows/pages.ts'
import { measurePeopleSearch } from './rows/people-search.ts'
import { measureScrapes } from './rows/scrapes.ts'
import { measureSearch } from './rows/search.ts'
import { sizesOf } from './stage/open-databases.ts'
import { openStages } from './stage/stages.ts'

/**
 * `npm run bench`: runs everything. `npm run bench -- answers --on embedded --quick`: the named benches, on one
 * database, with few short rounds. Prints results without judging them.
 */
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    on: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Number of people in the database. */
    people: { type: 'string' },
    /** Duration of the watching bench: `-- watching --seconds 600`. */
    seconds: { type: 'string' },
    /** Number of imported rows: `-- imports --on embedded --rows 50000`. */
    rows: { type: 'string' },
  },
})
const { people, rows: importedRows, seconds: watchingSeconds } = options
const { quick: isQuick } = options
const effort: Effort = {
  ...(isQuick
    ? { rounds: 2, registrations: 200, turns: 3, starts: 1 }
    : { rounds: 4, registrations: 400, turns: 10, starts: 3 }),
  seconds: 1,
  importedRows: {
    embedded: Number(importedRows ?? (isQuick ? 5000 : 20_000)),
    postgres: Number(importedRows ?? (isQuick ? 5000 : 100_000)),
  },
  watchingSeconds: Number(watchingSeconds ?? (isQuick ? 15 : 30)),
  people: Number(people ?? (isQuick ? 2000 : 20_000)),
  isAlone: false,
}
/** Benches without a running site. */
const withoutSite = {
  search: measureSearch,
  'drop-off': measureDropOff,
  people: measurePeopleSearch,
  funnel: measureFunnel,
  scrapes: measureScrapes,
}
/** Runs only if named, because it installs a package from npm. */
const pages = 'pages'
const names = [...Object.keys(entries), ...Object.keys(withoutSite), pages]

function isWanted(name: string) {
  return asked.length === 0 || asked.includes(name)
}

async function measureSite(bench: Bench): Promise<Growth[]> {
  const { stage } = bench
  const wanted = Object.entries(entries).filter(([name]) => isWanted(name))
  const rows: Row[] = []
  const growths = new Map<string, Growth>()
  async function measure({ grows, size }: { grows: boolean; size: number }) {
    const isAlone = size !== effort.people
    for (const [name, entry] of wanted.filter(([, each]) => each.grows === grows)) {
      const measured = await entry.measure({
        ...bench,
        effort: { ...effort, ...(isAlone && { isAlone, rounds: 2 }) },
      })
      if (!isAlone) rows.push(...measured)
      if (grows) for (const row of measured) note(growths, row, size)
      say(`${stage.kind}: ${name}, resident ${await residentMegabytes(stage.greenroom.pid)}`)
    }
  }
  await measure({ grows: false, size: effort.people })
  if (wanted.some(([, { grows }]) => grows)) {
    for (const size of sizesOf(stage, effort.people)) {
      await stage.fill(size)
      await measure({ grows: true, size })
    }
  }
  console.log(`\n${stage.kind}, asked by ${bench.client.name}\n`)
  if (rows.length > 0) console.log(`${table(rows)}\n`)
  // Some rows are measured only with their yardstick.
  const grown = [...growths.values()].filter(({ costs }) => costs.length > 1)
  return grown.map((growth) => ({ ...growth, name: `${stage.kind}: ${growth.name}` }))
}

/** Notes the cost of a response for all processes together, to compute its growth. */
function note(growths: Map<string, Growth>, { name, comparison: { figure } }: Row, size: number) {
  const growth = growths.get(name) ?? { name, unit: 'people', costs: [] }
  const { cpuMicroseconds = NaN, databaseMicroseconds = 0 } = figure
  growth.costs.push({ size, microseconds: cpuMicroseconds + databaseMicroseconds })
  growths.set(name, growth)
}

const began = performance.now()
function say(what: string) {
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${what}`)
}

const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  process.exit(1)
}
const client = await findClient()
const growths: Growth[] = []
if (asked.length === 0 || asked.some((name) => name in entries)) {
  for await (const stage of openStages(options.on)) {
    growths.push(...(await measureSite({ stage, effort, client })))
  }
}
for (const [name, measure] of Object.entries(withoutSite)) {
  if (isWanted(name)) growths.push(...(await measure(options.on, effort.turns)))
}
if (asked.includes(pages)) await measurePages(isQuick ? 1 : 7)
if (growths.length > 0) console.log(`\n${growthTable(growths)}\n`)
say('done')
