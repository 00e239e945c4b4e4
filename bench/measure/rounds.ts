/** A measurement of one side: its rate per second, and more. */
export type Sample = {
  rate: number
  /** CPU time of the process per response. */
  cpuMicroseconds?: number
  /** CPU use of the process as a share of one CPU; near 1, it was the bottleneck. */
  busy?: number
  /** CPU time of the PostgreSQL server per response. */
  databaseMicroseconds?: number
  /** 99th percentile of the waiting time in milliseconds. */
  p99?: number
}

export type Comparison = {
  figure: Sample
  yardstick?: Sample
  /** Median over the rounds of figure ÷ yardstick, measured right after each other. */
  ratio?: number
  processorRatio?: number
  /** The lowest and highest ratio, which show the machine's noise. */
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

/** Returns the medians of all measurements. */
export function summarise(samples: Sample[]): Sample {
  const summary: Sample = { rate: median(samples.map(({ rate }) => rate)) }
  for (const name of names) {
    const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined)
    if (values.length > 0) summary[name] = median(values)
  }
  return summary
}

/**
 * Measures the figure and its yardsticks alternately; the side that starts a round is last in the next, because
 * load on a shared machine varies. Returns a comparison per yardstick, or one without any. `rounds` excludes
 * the first, a warm-up.
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
