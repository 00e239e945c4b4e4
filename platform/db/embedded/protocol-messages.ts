/** PostgreSQL's wire protocol as far as the embedded database's socket needs it. */

const startupCodes = { version3: 196_608, cancel: 80_877_102, ssl: 80_877_103, gss: 80_877_104 }
const largestMessage = 1_000_000_000

export type FrontendMessage = { type: string; bytes: Buffer }

/**
 * Cuts a byte stream into whole messages. A connection's first messages have no type byte; they
 * come out typed as 'startup', 'cancel' or 'negotiate' (a request for TLS or GSS).
 */
export class MessageReader {
  #chunks: Buffer[] = []
  #size = 0
  #started = false

  /** Adds what arrived and takes out every message that is complete now. Throws on a bad length. */
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
    // Large values arrive in many chunks: they are joined once, when all of them are here.
    if (this.#chunks[0]!.length < lengthAt + 4) this.#join()
    const size = lengthAt + this.#chunks[0]!.readInt32BE(lengthAt)
    if (size < lengthAt + (this.#started ? 4 : 8) || size > largestMessage) {
      throw new Error(`A message of ${size} bytes is not part of the protocol`)
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
    if (code !== startupCodes.version3) throw new Error(`Protocol ${code} is not spoken here`)
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

/** The name that a Parse or Close message gives a statement; empty for one without, and for portals. */
export function nameOfStatement({ type, bytes }: FrontendMessage): string {
  if (type === 'C' && bytes[5] !== 'S'.charCodeAt(0)) return ''
  const from = type === 'C' ? 6 : 5
  return bytes.toString('utf8', from, bytes.indexOf(0, from))
}

/** The types of the whole messages at the beginning of an answer. */
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
