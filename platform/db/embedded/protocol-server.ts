import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import {
  fatalError,
  MessageReader,
  noEncryption,
  passwordRequest,
  queryMessage,
  syncMessage,
  type FrontendMessage,
  answerTypes,
  closeComplete,
  nameOfStatement,
  parseComplete,
} from './protocol-messages.ts'

/** The single PostgreSQL session of the embedded database, which all connections use one after another. */
export type SharedSession = {
  /**
   * PostgreSQL's response to the startup message of the single real session. Each new connection receives a copy of it.
   */
  greeting: Buffer
  execute(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void>
  isInTransaction(): boolean
}

type ProtocolServerOptions = {
  session: SharedSession
  password: string
  /** A connection whose transaction idles for this many milliseconds is closed. */
  idleInTransactionMs: number
  onFatal(error: Error): void
}

type Connection = {
  socket: Socket
  pending: FrontendMessage[]
  isGreeted: boolean
  isRefused: boolean
}
type Turn = { connection: Connection; messages: FrontendMessage[]; keepsSession: boolean }

/**
 * Creates a server that multiplexes many connections onto one PostgreSQL session. In one turn, a connection runs
 * its messages up to Sync or a simple query. A connection with an open transaction keeps the session until the
 * transaction ends.
 */
export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { session, onFatal } = options
  const password = Buffer.from(options.password)
  const statements = new SharedStatements()
  const waiting: Turn[] = []
  let owner: Connection | undefined
  let isRunning = false
  let idleTimer: NodeJS.Timeout | undefined

  async function run() {
    if (isRunning) return
    isRunning = true
    try {
      for (let turn = nextTurn(); turn; turn = nextTurn()) {
        clearTimeout(idleTimer)
        owner = turn.connection
        const { socket } = turn.connection
        await take(turn)
        if (socket.destroyed) await rollBack()
        else if (turn.keepsSession || session.isInTransaction()) watchIdle(turn.connection)
        else owner = undefined
      }
    } catch (error) {
      onFatal(error as Error)
    }
    isRunning = false
  }

  async function take({ connection: { socket }, messages }: Turn) {
    const turn = statements.prepare(messages)
    let { replies, note }: { replies: Buffer; note?: typeof turn.note } = turn
    await session.execute(turn.messages, (bytes) => {
      note?.(bytes)
      if (socket.writable)
        socket.write(replies.length > 0 ? Buffer.concat([replies, bytes]) : bytes)
      replies = nothing
      note = undefined
    })
  }

  function nextTurn() {
    const index = owner ? waiting.findIndex((turn) => turn.connection === owner) : 0
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }

  function watchIdle(connection: Connection) {
    idleTimer = setTimeout(() => {
      refuse(connection, '25P03', 'terminating connection due to idle-in-transaction timeout')
    }, options.idleInTransactionMs)
  }

  async function rollBack() {
    await session.execute(syncMessage, ignore)
    if (session.isInTransaction()) await session.execute(queryMessage('ROLLBACK'), ignore)
    owner = undefined
  }

  async function leave(connection: Connection) {
    for (let index = waiting.length - 1; index >= 0; index -= 1) {
      if (waiting[index]!.connection === connection) waiting.splice(index, 1)
    }
    // If `run` is executing messages of the closed connection at the moment, `run` itself rolls back afterwards.
    if (owner !== connection || isRunning) return
    clearTimeout(idleTimer)
    isRunning = true
    await rollBack().catch(onFatal)
    isRunning = false
    await run()
  }

  function receive(connection: Connection, { type, bytes }: FrontendMessage) {
    if (connection.isRefused) return
    if (type === 'negotiate') connection.socket.write(noEncryption)
    else if (type === 'startup') connection.socket.write(passwordRequest)
    else if (type === 'cancel' || type === 'X') connection.socket.end()
    else if (!connection.isGreeted) greet(connection, type, bytes)
    else {
      connection.pending.push({ type, bytes })
      if (!'QSHF'.includes(type)) return
      const messages = connection.pending
      connection.pending = []
      waiting.push({ connection, messages, keepsSession: type === 'H' })
      void run()
    }
  }

  function greet(connection: Connection, type: string, bytes: Buffer) {
    const received = bytes.subarray(5, -1)
    const isRight = received.length === password.length && timingSafeEqual(received, password)
    if (type !== 'p' || !isRight)
      return refuse(connection, '28P01', 'password authentication failed')
    connection.isGreeted = true
    connection.socket.write(session.greeting)
  }

  function refuse(connection: Connection, code: string, text: string) {
    const { socket } = connection
    connection.isRefused = true
    socket.write(fatalError(code, text), () => socket.destroy())
  }

  return createServer((socket) => {
    const connection = { socket, pending: [], isGreeted: false, isRefused: false }
    const reader = new MessageReader()
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of reader.read(chunk)) receive(connection, message)
      } catch (error) {
        refuse(connection, '08P01', (error as Error).message)
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => void leave(connection))
  })
}

const nothing = Buffer.alloc(0)

function ignore() {}

/**
 * Shares named prepared statements between connections, each of which assumes that it has a session of its own.
 * PostgreSQL parses a statement once and keeps it; this class replies to later Parse messages with the same text.
 * PostgreSQL rejects a different text under the same name.
 */
class SharedStatements {
  readonly #texts = new Map<string, Buffer>()

  /**
   * Given a connection's messages, returns those to send to PostgreSQL, and the replies that the connection gets for
   * messages that are not sent, such as a repeated Parse.
   */
  prepare(messages: FrontendMessage[]) {
    const replies: Buffer[] = []
    const made: [name: string, text: Buffer][] = []
    const asked = messages.filter((message) => {
      const { type, bytes } = message
      const name = type === 'P' || type === 'C' ? nameOfStatement(message) : ''
      if (name === '') return true
      const isKnown = type === 'P' ? this.#texts.get(name)?.equals(bytes) : true
      if (isKnown) replies.push(type === 'P' ? parseComplete : closeComplete)
      else made.push([name, bytes])
      return !isKnown
    })
    return {
      replies: Buffer.concat(replies),
      messages: Buffer.concat(asked.map(({ bytes }) => bytes)),
      /**
       * Reads from PostgreSQL's response which of the new statements it parsed without error. The other connections can
       * then use these statements.
       */
      note: (answer: Buffer) => {
        const types = answerTypes(answer)
        for (const [name, text] of made) {
          for (const type of types) {
            if (type === 'E') return
            if (type !== '1') continue
            this.#texts.set(name, Buffer.from(text))
            break
          }
        }
      },
    }
  }
}
