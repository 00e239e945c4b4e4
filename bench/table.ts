import type { Comparison } from './rounds.ts'

const thousands = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

function cells(name: string, { figure, yardstick, ratio, spread }: Comparison, target: number) {
  const rate = (value: number) => `${thousands.format(value)}/s`
  const cpu = (value: number | undefined) => (value ? `${thousands.format(value)} µs` : '–')
  return [
    name,
    rate(figure.rate),
    rate(yardstick.rate),
    ratio.toFixed(2),
    `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
    `≥ ${target.toFixed(1)} ${ratio >= target ? 'reached' : 'missed'}`,
    cpu(figure.cpuMicroseconds),
    cpu(yardstick.cpuMicroseconds),
    figure.p99 === undefined ? '–' : `${thousands.format(figure.p99)} ms`,
  ]
}

const heading = [
  '',
  'Greenroom',
  'yardstick',
  'ratio',
  'rounds',
  'target',
  'processor',
  'its own',
  'p99',
]

export type Row = { name: string; comparison: Comparison; target: number }

/** The table as Markdown, aligned, so that it reads in a terminal and in docs/performance.md. */
export function table(rows: Row[]): string {
  const lines = [
    heading,
    ...rows.map(({ name, comparison, target }) => cells(name, comparison, target)),
  ]
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const draw = (line: string[]) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? ':' : '-') + '-'.repeat(width) + (column === 0 ? '-' : ':')).join('|')}|`
  return [draw(lines[0]!), rule, ...lines.slice(1).map(draw)].join('\n')
}
