/** What one operation cost on databases of different sizes, in microseconds. */
export type Growth = { name: string; unit: string; costs: { size: number; microseconds: number }[] }

/**
 * The power of the size that a cost grows with, between the smallest and the largest: 0 does not grow at
 * all, 1 grows as the database does.
 */
export function exponent({ costs }: Growth): number {
  const [first, last] = [costs[0]!, costs.at(-1)!]
  return Math.log(last.microseconds / first.microseconds) / Math.log(last.size / first.size)
}
