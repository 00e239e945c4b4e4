/** Number of client addresses, so that none reaches the default rate limits. */
const count = 4000

/** Returns the header by which the trusted proxy forwards a caller's address. */
export function forwardedFor(caller: number): Record<string, string> {
  const place = caller % count
  return { 'x-forwarded-for': `198.18.${Math.floor(place / 250)}.${(place % 250) + 1}` }
}
