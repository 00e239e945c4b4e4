/** Returns the decoded id in a URL's hash; unchanged if it is malformed. */
export function decodeHash(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
