/** Returns a random id for an import batch, 32 hex digits. Works without HTTPS, unlike `crypto.randomUUID`. */
export function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
