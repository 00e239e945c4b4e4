/** Makes `count` calls, ten at a time, and returns their statuses. */
export async function statusesInTens(
  count: number,
  make: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const seen: number[] = []
  for (let at = 0; at < count; at += 10) {
    const indexes = Array.from({ length: Math.min(10, count - at) }, (_, index) => at + index)
    const answers = await Promise.all(indexes.map(make))
    seen.push(...answers.map(({ status }) => status))
  }
  return seen
}
