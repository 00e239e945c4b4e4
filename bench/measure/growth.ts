/** Cost of an operation on databases of different sizes, in microseconds. */
export type Growth = { name: string; unit: string; costs: { size: number; microseconds: number }[] }

/** Returns the exponent of a cost between the smallest and largest size: 0 is constant, 1 linear. */
export function exponent({ costs }: Growth): number {
  const [first, last] = [costs[0]!, costs.at(-1)!]
  return Math.log(last.microseconds / first.microseconds) / Math.log(last.size / first.size)
}
