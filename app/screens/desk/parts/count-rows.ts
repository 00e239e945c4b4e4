/** How many rows there are, and how many of them match; of a list that is arriving, so far. */
export function countRows(
  { found, all }: { found: number; all: number },
  { isComplete, expected = 0 }: { isComplete: boolean; expected?: number },
): string {
  const [shown, whole, due] = [found, all, expected].map((count) => count.toLocaleString('en-GB'))
  if (isComplete) return found === all ? `${whole} in all` : `${shown} of ${whole}`
  const arrived = expected > all ? `${whole} of ${due} have arrived` : `${whole} have arrived`
  const matching = found === all ? '' : `${shown} match. `
  return `${arrived}. ${matching}Search and order act on these.`
}
