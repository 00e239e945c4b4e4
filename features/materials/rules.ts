const kilo = 1000

/** Returns the size of a file for people: "640 kB" or "1.2 MB". */
export function describeSize(bytes: number): string {
  if (bytes < kilo * kilo) return `${Math.max(1, Math.round(bytes / kilo))} kB`
  return `${(bytes / kilo / kilo).toFixed(1)} MB`
}
