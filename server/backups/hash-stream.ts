import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** The SHA-256 of bytes that come in pieces, in hexadecimal digits. */
export async function hashStream(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

export function hashFile(file: string): Promise<string> {
  return hashStream(createReadStream(file))
}
