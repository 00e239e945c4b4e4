/** Enough of an e-mail to ask the server about, which checks it by the rule of `emailAddress`. */
export function looksLikeEmail(trimmed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed)
}
