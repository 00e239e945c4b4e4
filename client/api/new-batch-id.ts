/** Returns a random id for the parts of one import. Without https browsers have no `crypto.randomUUID`. */
export function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
