import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupFailed } from './backup-store.ts'

/**
 * Through it `npm run backup` asks the site that has the embedded database. Only who can read the
 * data folder finds it: its port on the loopback address and the word that opens it stand there.
 */
const doorFile = 'backup-door.json'

type Door = { port: number; word: string }
type Answer = { said: string } | { failure: string }

const wordBytes = 32
const patienceMs = 10_000

/** Opens the door; what `make` answers is what the command prints. Gives what closes it. */
export async function openBackupSocket(dataDir: string, make: () => Promise<string>) {
  const word = randomBytes(wordBytes)
  async function answer(): Promise<Answer> {
    try {
      return { said: await make() }
    } catch (error) {
      return { failure: (error as Error).message }
    }
  }
  async function serve(socket: Socket) {
    socket.on('error', () => socket.destroy())
    const overdue = setTimeout(() => socket.destroy(), patienceMs)
    const given = await readWord(socket)
    clearTimeout(overdue)
    if (!given || !timingSafeEqual(given, word)) return socket.destroy()
    return socket.end(JSON.stringify(await answer()))
  }
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()))
  await once(server.listen({ port: 0, host: '127.0.0.1' }).unref(), 'listening')
  // The site outlives whatever befalls a connection.
  server.on('error', () => {})
  const door: Door = { port: (server.address() as AddressInfo).port, word: word.toString('hex') }
  const file = join(dataDir, doorFile)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(door), { mode: 0o600, flag: 'wx' })
  return {
    close() {
      rmSync(file, { force: true })
      server.close()
    },
  }
}

/** Never rejects: a connection that breaks off, for whatever reason, has said no word. */
function readWord(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let given = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      if (given.length >= wordBytes) return
      given = Buffer.concat([given, piece])
      if (given.length >= wordBytes) resolve(given.length === wordBytes ? given : undefined)
    })
    socket.on('close', () => resolve(undefined))
  })
}

/** Asks the site that runs on the data folder for a backup and waits for it; gives what it says. */
export async function requestBackup(dataDir: string): Promise<string> {
  const unheard = `The site on ${dataDir} cannot be asked for a copy. Is it just starting, or stopping?`
  let answer: Answer
  try {
    const door = JSON.parse(readFileSync(join(dataDir, doorFile), 'utf8')) as Door
    const socket = connect({ port: door.port, host: '127.0.0.1' })
    socket.write(Buffer.from(door.word, 'hex'))
    answer = JSON.parse(await text(socket)) as Answer
  } catch (error) {
    throw new BackupFailed(unheard, { cause: error })
  }
  if ('said' in answer) return answer.said
  throw new BackupFailed(answer.failure)
}
