/** The id that an address's hash names, without its `#`; one that is written wrongly stays as it is. */
export function decodeHash(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
