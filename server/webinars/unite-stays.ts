type Stay = { from: Date; until: Date }

/** Stays as they follow one another: those that overlap, from two devices, or touch are one. */
export function uniteStays(stays: Stay[]): Stay[] {
  const united: Stay[] = []
  for (const { from, until } of stays.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = united.at(-1)
    if (!last || from > last.until) united.push({ from, until })
    else if (until > last.until) last.until = until
  }
  return united
}
