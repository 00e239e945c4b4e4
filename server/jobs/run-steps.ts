type Step = readonly [name: string, work: () => Promise<unknown>]

/** Thrown after all steps have run: which of them failed, and why. */
export class StepsFailed extends Error {
  readonly failures: { step: string; error: unknown }[]

  constructor(failures: StepsFailed['failures']) {
    super(`Failed: ${failures.map(({ step }) => step).join(', ')}`)
    this.name = 'StepsFailed'
    this.failures = failures
  }
}

/**
 * Runs every step, one after the other, whatever becomes of those before. Throws StepsFailed at the end
 * where some failed; steps of a step are named after it.
 */
export async function runSteps(steps: Step[]): Promise<void> {
  const failures: StepsFailed['failures'] = []
  for (const [step, work] of steps) {
    try {
      await work()
    } catch (error) {
      const inner = error instanceof StepsFailed ? error.failures : [{ step: '', error }]
      for (const failure of inner) {
        failures.push({ ...failure, step: [step, failure.step].filter(Boolean).join(', ') })
      }
    }
  }
  if (failures.length > 0) throw new StepsFailed(failures)
}
