/** One measurement of one side: how much it did a second, and what else is worth knowing. */
export type Sample = { rate: number; cpuMicroseconds?: number; p99?: number }

export type Comparison = {
  figure: Sample
  yardstick: Sample
  /** Median over the rounds of figure ÷ yardstick, each pair measured one right after the other. */
  ratio: number
  /** The lowest and the highest of those ratios: how much the machine's noise is worth. */
  spread: [number, number]
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  if (sorted.length === 0) throw new Error('no values, no median')
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function summarise(samples: Sample[]): Sample {
  const known = (name: 'cpuMicroseconds' | 'p99') => {
    const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined)
    return values.length > 0 ? median(values) : undefined
  }
  return {
    rate: median(samples.map(({ rate }) => rate)),
    cpuMicroseconds: known('cpuMicroseconds'),
    p99: known('p99'),
  }
}

/**
 * Measures both sides in turns, and whoever began a round comes second in the next, since a shared
 * machine is never equally busy twice. `rounds` excludes the first one, which only warms up.
 */
export async function compare(
  rounds: number,
  measureFigure: () => Promise<Sample>,
  measureYardstick: () => Promise<Sample>,
): Promise<Comparison> {
  await measureFigure()
  await measureYardstick()
  const figures: Sample[] = []
  const yardsticks: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) figures.push(await measureFigure())
    yardsticks.push(await measureYardstick())
    if (round % 2 === 1) figures.push(await measureFigure())
  }
  const ratios = figures.map(({ rate }, round) => rate / yardsticks[round]!.rate)
  return {
    figure: summarise(figures),
    yardstick: summarise(yardsticks),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  }
}
