import { exponent, type Growth } from './growth.ts'
import type { Comparison } from './rounds.ts'

/** Target of a row: relative to its yardstick's rate or CPU time, or in milliseconds. */
export type Aim = { rate: number } | { processor: number } | { p99: number }

export type Row = { name: string; comparison: Comparison; aims: Aim[] }

const dash = '–'
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const some = <Value>(value: Value | undefined, show: (value: Value) => string) =>
  value === undefined ? dash : show(value)
const time = (value: number | undefined) => some(value, (known) => `${whole.format(known)} µs`)
const rate = (value: number | undefined) => some(value, (known) => `${whole.format(known)}/s`)
const share = (value: number | undefined) =>
  some(value, (known) => `${whole.format(known * 100)} %`)

function judge(aim: Aim, { ratio, processorRatio, figure }: Comparison): string {
  const [words, isReached] =
    'rate' in aim
      ? [`rate ≥ ${aim.rate}`, ratio && ratio >= aim.rate]
      : 'processor' in aim
        ? [`times ≤ ${aim.processor}`, processorRatio && processorRatio <= aim.processor]
        : [`p99 ≤ ${aim.p99}`, figure.p99 && figure.p99 <= aim.p99]
  return `${words} ${isReached ? 'reached' : '**missed**'}`
}

const columns: [heading: string, cell: (row: Row) => string][] = [
  ['', ({ name }) => name],
  ['rate', ({ comparison: { figure } }) => rate(figure.rate)],
  ['yardstick', ({ comparison: { yardstick } }) => rate(yardstick?.rate)],
  ['ratio', ({ comparison }) => some(comparison.ratio, (ratio) => ratio.toFixed(2))],
  [
    'rounds',
    ({ comparison }) =>
      some(comparison.spread, ([least, most]) => `${least.toFixed(2)}–${most.toFixed(2)}`),
  ],
  ['processor', ({ comparison: { figure } }) => time(figure.cpuMicroseconds)],
  ['yardstick', ({ comparison: { yardstick } }) => time(yardstick?.cpuMicroseconds)],
  ['times', ({ comparison }) => some(comparison.processorRatio, (times) => times.toFixed(2))],
  ['database', ({ comparison: { figure } }) => time(figure.databaseMicroseconds)],
  ['yardstick', ({ comparison: { yardstick } }) => time(yardstick?.databaseMicroseconds)],
  ['busy', ({ comparison: { figure } }) => share(figure.busy)],
  ['yardstick', ({ comparison: { yardstick } }) => share(yardstick?.busy)],
  ['p99', ({ comparison: { figure } }) => some(figure.p99, (p99) => `${whole.format(p99)} ms`)],
  ['aims', ({ aims, comparison }) => aims.map((aim) => judge(aim, comparison)).join(', ') || dash],
]

/** Returns the table as aligned Markdown, for a terminal and docs/performance.md. */
export function table(rows: Row[]): string {
  return draw([
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ])
}

/** Returns a table of costs on growing databases as Markdown. */
export function growthTable(growths: Growth[]): string {
  const heading = ['', 'a tenth', 'its size', 'ten times', 'of', 'exponent']
  const lines = growths.map((growth) => {
    const costs = Array.from({ length: 3 }, (_, at) => time(growth.costs[at]?.microseconds))
    const { size } = growth.costs[1]!
    return [
      growth.name,
      ...costs,
      `${whole.format(size)} ${growth.unit}`,
      exponent(growth).toFixed(2),
    ]
  })
  return draw([heading, ...lines])
}

/** Formats rows of cells, the first of them the heading; aligns all but the first column to the right. */
export function draw(lines: string[][]): string {
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  const drawn = lines.map((line) => {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
    )
    return `| ${cells.join(' | ')} |`
  })
  const rule = widths.map((width, column) => {
    const dashes = '-'.repeat(width)
    return column === 0 ? `:${dashes}-` : `-${dashes}:`
  })
  return [drawn[0]!, `|${rule.join('|')}|`, ...drawn.slice(1)].join('\n')
}
