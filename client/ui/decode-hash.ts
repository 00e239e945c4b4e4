/** Returns the decoded element id in a URL's hash; the encoded id if decoding fails. */
export function decodeHash(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
