/**
 * Waits for statements of one transaction that do not need one another's answers, asked in this order, and
 * answers theirs. Where one fails it throws the first failure, and not before the others have ended: none
 * of them asks anything once the transaction is over.
 */
export async function pipeline<Works extends readonly Promise<unknown>[]>(
  ...works: Works
): Promise<{ -readonly [At in keyof Works]: Awaited<Works[At]> }> {
  const outcomes = await Promise.allSettled(works)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as { -readonly [At in keyof Works]: Awaited<Works[At]> }
}
