/** The part of PostgreSQL's wire protocol that the embedded database's socket needs. */

const startupCodes = { version3: 196_608, cancel: 80_877_102, ssl: 80_877_103, gss: 80_877_104 }
const largestMessage = 1_000_000_000

export type FrontendMessage = { type: string; bytes: Buffer }

/**
 * Splits a byte stream into messages. The first messages of a connection have no type byte; they
 * get the type 'startup', 'cancel' or 'negotiate' (a request for TLS or GSS).
 */
export class MessageReader {
  #chunks: Buffer[] = []
  #size = 0
  #started = false

  /** Adds a chunk and returns the messages that are now complete. Throws on an invalid length. */
  read(chunk: Buffer): FrontendMessage[] {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    const messages: FrontendMessage[] = []
    for (let next = this.#take(); next; next = this.#take()) messages.push(next)
    return messages
  }

  #take(): FrontendMessage | undefined {
    const lengthAt = this.#started ? 1 : 0
    if (this.#size < lengthAt + 4) return undefined
    // Join the chunks of a large message once, when all have arrived.
    if (this.#chunks[0]!.length < lengthAt + 4) this.#join()
    const size = lengthAt + this.#chunks[0]!.readInt32BE(lengthAt)
    if (size < lengthAt + (this.#started ? 4 : 8) || size > largestMessage) {
      throw new Error(`A message has the invalid length of ${size} bytes`)
    }
    if (this.#size < size) return undefined
    this.#join()
    const bytes = this.#chunks[0]!.subarray(0, size)
    this.#chunks = [this.#chunks[0]!.subarray(size)]
    this.#size -= size
    return { type: this.#typeOf(bytes), bytes }
  }

  #join() {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  #typeOf(bytes: Buffer) {
    if (this.#started) return String.fromCharCode(bytes[0]!)
    const code = bytes.readInt32BE(4)
    if (code === startupCodes.ssl || code === startupCodes.gss) return 'negotiate'
    if (code === startupCodes.cancel) return 'cancel'
    if (code !== startupCodes.version3) throw new Error(`Protocol ${code} is not supported`)
    this.#started = true
    return 'startup'
  }
}

function message(type: string, body: Buffer) {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0, 'latin1')
  bytes.writeInt32BE(4 + body.length, 1)
  body.copy(bytes, 5)
  return bytes
}

/** Returns the statement name in a Parse or Close message; empty for unnamed statements and portals. */
export function nameOfStatement({ type, bytes }: FrontendMessage): string {
  if (type === 'C' && bytes[5] !== 'S'.charCodeAt(0)) return ''
  const from = type === 'C' ? 6 : 5
  return bytes.toString('utf8', from, bytes.indexOf(0, from))
}

/** Yields the type bytes of the messages in a response of PostgreSQL, up to the first incomplete message. */
export function* answerTypes(answer: Buffer): Generator<string> {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    yield String.fromCharCode(answer[at]!)
  }
}

export const noEncryption = Buffer.from('N')
export const passwordRequest = message('R', Buffer.from([0, 0, 0, 3]))
export const parseComplete = message('1', Buffer.alloc(0))
export const closeComplete = message('3', Buffer.alloc(0))
export const syncMessage = message('S', Buffer.alloc(0))

export function queryMessage(sql: string) {
  return message('Q', Buffer.from(`${sql}\0`))
}

export function fatalError(code: string, text: string) {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`))
}

export function startupMessage(user: string, database: string) {
  const body = Buffer.from(`\0\0\0\0\0\0\0\0user\0${user}\0database\0${database}\0\0`)
  body.writeInt32BE(body.length, 0)
  body.writeInt32BE(startupCodes.version3, 4)
  return body
}
