import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { openBackupSocket, requestBackup } from './backup-socket.ts'
import { answerBackupCommand } from './make-backup.ts'

async function openDoor(make: () => Promise<string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-door-'))
  const file = join(dataDir, 'backup-door.json')
  writeFileSync(file, 'of a site that was killed')
  const door = await openBackupSocket(dataDir, make)
  onTestFinished(() => {
    door.close()
    rmSync(dataDir, { recursive: true })
  })
  return { dataDir, file, door }
}

test('who can read the data folder gets the answer of the site, good or bad', async () => {
  let answer = async () => 'Copied.'
  const { dataDir, file, door } = await openDoor(() => answer())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await requestBackup(dataDir)).toBe('Copied.')
  answer = () => Promise.reject(new Error('No room.'))
  await expect(requestBackup(dataDir)).rejects.toThrow('No room.')
  door.close()
  await expect(requestBackup(dataDir)).rejects.toThrow('does not answer')
})

test('without the word of the data folder nothing is made, whatever is said', async () => {
  let made = 0
  const { file } = await openDoor(async () => String((made += 1)))
  const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
  for (const said of ['POST /backup HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'x'.repeat(32), '']) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.end(said)
    expect(await text(socket).catch(() => '')).toBe('')
  }
  expect(made).toBe(0)
})

test('connections that are reset before, within and after the word do no harm', async () => {
  let asked = () => {}
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  const { dataDir, file } = await openDoor(async () => {
    asked()
    await isAnswered
    return 'Copied.'
  })
  const { port, word } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; word: string }
  async function say(said: Buffer) {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(said, resolve))
    return socket
  }
  for (const said of [Buffer.alloc(0), Buffer.from('abc')]) {
    const socket = await say(said)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  const gone = await say(Buffer.from(word, 'hex'))
  await isAsked
  gone.resetAndDestroy()
  await once(gone, 'close')
  answer()
  expect(await requestBackup(dataDir)).toBe('Copied.')
})

test('a site that was started without a place for copies says that it is the site that lacks it', async () => {
  const database = await testDatabase()
  const { dataDir } = await openDoor(() =>
    answerBackupCommand({ dataDir: 'none' }, database, 'site'),
  )
  await expect(requestBackup(dataDir)).rejects.toThrow('The running site has no BACKUP_URL')
})
