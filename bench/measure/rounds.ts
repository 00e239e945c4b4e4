/** One measurement of one side: how much it did a second, and what else is worth knowing. */
export type Sample = {
  rate: number
  /** Processor time of the side's own process for one answer. */
  cpuMicroseconds?: number
  /** Which part of one processor the process used meanwhile: near 1, it was the limit itself. */
  busy?: number
  /** Processor time of the PostgreSQL server for one answer. */
  databaseMicroseconds?: number
  /** Milliseconds that 99 of 100 waited at most. */
  p99?: number
}

export type Comparison = {
  figure: Sample
  yardstick?: Sample
  /** Medians over the rounds of figure ÷ yardstick, each pair measured one right after the other. */
  ratio?: number
  processorRatio?: number
  /** The lowest and the highest of the ratios: how much the machine's noise is worth. */
  spread?: [number, number]
}

type Side = () => Promise<Sample>

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  if (sorted.length === 0) throw new Error('no values, no median')
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const names = ['cpuMicroseconds', 'busy', 'databaseMicroseconds', 'p99'] as const

/** The medians of everything that was measured. */
export function summarise(samples: Sample[]): Sample {
  const summary: Sample = { rate: median(samples.map(({ rate }) => rate)) }
  for (const name of names) {
    const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined)
    if (values.length > 0) summary[name] = median(values)
  }
  return summary
}

/**
 * Measures the figure and its yardsticks in turns, and whoever began a round comes last in the next, since
 * a shared machine is never equally busy twice. A comparison for each yardstick, or one alone without any.
 * `rounds` excludes the first one, which only warms up.
 */
export async function compare(
  rounds: number,
  figure: Side,
  ...yardsticks: Side[]
): Promise<Comparison[]> {
  const sides = [figure, ...yardsticks]
  const taken = sides.map((): Sample[] => [])
  for (const side of sides) await side()
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...sides.keys()] : [...sides.keys()].toReversed()
    for (const side of order) taken[side]!.push(await sides[side]!())
  }
  const [figures, ...others] = taken
  const own = summarise(figures!)
  if (others.length === 0) return [{ figure: own }]
  return others.map((samples) => ({
    figure: own,
    yardstick: summarise(samples),
    ...relate(figures!, samples),
  }))
}

function relate(figures: Sample[], yardsticks: Sample[]) {
  const ratios = figures.map(({ rate }, round) => rate / yardsticks[round]!.rate)
  const costs = figures.flatMap(({ cpuMicroseconds: own }, round) => {
    const other = yardsticks[round]!.cpuMicroseconds
    return own && other ? [own / other] : []
  })
  return {
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)] as [number, number],
    ...(costs.length > 0 && { processorRatio: median(costs) }),
  }
}
