import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { OperatorError } from '#platform/errors/operator-error.ts'

/**
 * Files in the data folder by which terminal commands reach the running site: each contains the port and the password
 * of a local socket.
 */
export const doorFiles = {
  backups: 'backup-door.json',
  site: 'site-door.json',
  health: 'health-door.json',
}

/** The running site rejected the command's request, or does not answer. The message is for the operator. */
export class DoorRefused extends OperatorError {}

type Door = { port: number; word: string }
type Answer = { said: string } | { failure: string }

const wordBytes = 32
const patienceMs = 10_000

/**
 * Opens a local socket through which a terminal command reaches the running site, which has the embedded database.
 * The socket's loopback port and password are in `file`, so only users who can read the data folder can connect.
 * `answer` turns a request of at most `longest` bytes into the command's output. Call `close` when the site stops.
 */
export async function openDoor(
  dataDir: string,
  { file: name, longest = 0 }: { file: string; longest?: number },
  answer: (request: string) => Promise<string>,
) {
  const word = randomBytes(wordBytes)
  async function tryToAnswer(request: string): Promise<Answer> {
    try {
      return { said: await answer(request) }
    } catch (error) {
      return { failure: (error as Error).message }
    }
  }
  async function serve(socket: Socket) {
    socket.on('error', () => socket.destroy())
    const overdue = setTimeout(() => socket.destroy(), patienceMs)
    const received = await readRequest(socket, word, longest)
    clearTimeout(overdue)
    if (received === undefined) return socket.destroy()
    return socket.end(JSON.stringify(await tryToAnswer(received)))
  }
  const server = createServer({ allowHalfOpen: longest > 0 }, (socket) => {
    void serve(socket).catch(() => socket.destroy())
  })
  await once(server.listen({ port: 0, host: '127.0.0.1' }).unref(), 'listening')
  // Ignore errors of the listening socket: an `error` event without a listener would end the site's process.
  server.on('error', () => {})
  const door: Door = { port: (server.address() as AddressInfo).port, word: word.toString('hex') }
  const file = join(dataDir, name)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(door), { mode: 0o600, flag: 'wx' })
  return {
    close() {
      rmSync(file, { force: true })
      server.close()
    },
  }
}

/**
 * Reads a password and the request after it. Returns the request; undefined for a wrong password or a request that
 * is too long. Never rejects: a broken connection counts as a wrong password.
 */
function readRequest(socket: Socket, word: Buffer, longest: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    let isKnown = false
    function isRight() {
      const received = Buffer.concat(pieces).subarray(0, wordBytes)
      return timingSafeEqual(received, word)
    }
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      length += piece.length
      if (length < wordBytes) return
      isKnown ||= length <= wordBytes + longest && isRight()
      if (!isKnown || length > wordBytes + longest) resolve(undefined)
      else if (longest === 0) resolve('')
    })
    socket.on('end', () => {
      resolve(isKnown ? Buffer.concat(pieces).toString('utf8', wordBytes) : undefined)
    })
    socket.on('close', () => resolve(undefined))
  })
}

/**
 * Sends a terminal command's request to the running site that uses the data folder `dataDir`, and returns the response.
 * Throws DoorRefused if the site rejects the request or does not answer.
 */
export async function askThroughDoor(
  dataDir: string,
  { file, request, unheard }: { file: string; request?: string; unheard: string },
): Promise<string> {
  let answer: Answer
  try {
    const door = JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Door
    const socket = connect({ port: door.port, host: '127.0.0.1' })
    socket.write(Buffer.from(door.word, 'hex'))
    if (request !== undefined) socket.end(request)
    answer = JSON.parse(await text(socket)) as Answer
  } catch (error) {
    throw new DoorRefused(unheard, { cause: error })
  }
  if ('said' in answer) return answer.said
  throw new DoorRefused(answer.failure)
}
