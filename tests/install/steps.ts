let passed = 0
let failed = 0

/** One step of the trial, with its duration. A failed step ends the trial, because later steps depend on it. */
export async function step(title: string, work: () => Promise<string | void> | string | void) {
  const began = performance.now()
  try {
    const note = await work()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${seconds.padStart(7)} s  ${title}${note ? `: ${note}` : ''}`)
    passed++
  } catch (error) {
    failed++
    throw new Error(`${title} failed: ${(error as Error).message}`, { cause: error })
  }
}

export function must(isSo: boolean, words: string) {
  if (!isSo) throw new Error(words)
}

/** Prints the counts and returns whether every step passed. */
export function sayResult(): boolean {
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}
