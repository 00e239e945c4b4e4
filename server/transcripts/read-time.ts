/** `1:02:05.250`, `02:05,25` or `0:12`: hours and the fraction may be missing. */
export const timePattern = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?`

/** Milliseconds of a time that has that form. */
export function readTime(text: string): number {
  const [clock = '', fraction = ''] = text.replace(',', '.').split('.')
  const seconds = clock.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return seconds * 1000 + Math.round(Number(`0.${fraction || '0'}`) * 1000)
}
