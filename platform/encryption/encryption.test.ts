import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCopyFile, writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { encrypt, makeEncryptionKey, type EncryptionKeys } from './encryption.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-encryption-'))

afterAll(() => rmSync(folder, { recursive: true }))

const hasAge = spawnSync('age', ['--version']).status === 0

async function* pieces(...texts: string[]) {
  yield* texts
}

async function collect(text: AsyncIterable<string>) {
  let all = ''
  for await (const piece of text) all += piece
  return all
}

async function newKeys(): Promise<EncryptionKeys> {
  return [(await makeEncryptionKey()).identity]
}

test('a copy that is encrypted says nothing without its key, and with it what was written', async () => {
  const [keys, others] = [await newKeys(), await newKeys()]
  const file = join(folder, 'copy.gz.age')
  const text = Array.from({ length: 40_000 }, (_, index) => `person-${index}@example.org`).join(
    '\n',
  )
  await writeCopyFile(file, pieces(text.slice(0, 100_001), text.slice(100_001)), keys)
  expect(readFileSync(file).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
  expect(await readCopyFile(file, collect, keys)).toBe(text)
  expect(await readCopyFile(file, collect, [others[0], keys[0]])).toBe(text)
  await expect(readCopyFile(file, collect)).rejects.toThrow('is encrypted: set BACKUP_KEY')
  await expect(readCopyFile(file, collect, others)).rejects.toThrow(
    'for another key than BACKUP_KEY',
  )
})

test('an encrypted copy that was cut short or changed is called damaged', async () => {
  const keys = await newKeys()
  const file = join(folder, 'spoilt.gz.age')
  await writeCopyFile(file, pieces('words'.repeat(1000)), keys)
  const whole = readFileSync(file)
  const changed = Buffer.from(whole)
  changed[changed.length - 20]! ^= 1
  for (const spoilt of [whole.subarray(0, -5), changed]) {
    writeFileSync(file, spoilt)
    await expect(readCopyFile(file, collect, keys)).rejects.toThrow('is damaged')
  }
})

test('a plain copy is read whether or not there is a key', async () => {
  const file = join(folder, 'plain.gz')
  await writeCopyFile(file, pieces('plain'))
  expect(await readCopyFile(file, collect)).toBe('plain')
  expect(await readCopyFile(file, collect, await newKeys())).toBe('plain')
})

test('bytes are asked for only as they are taken, however many there are', async () => {
  let asked = 0
  async function* endless() {
    for (;;) {
      asked += 1
      yield Buffer.alloc(65_536)
    }
  }
  let taken = 0
  for await (const piece of encrypt(await newKeys(), endless())) {
    taken += piece.length
    if (taken > 400 * 65_536) break
  }
  // The chunks in between are reused.
  expect(asked).toBeLessThan(400 + 64)
})

test('a file that age 1.1.1 encrypted is opened', async () => {
  const identity = 'AGE-SECRET-KEY-1U7FEF5UKCGC6US8HREVWM8Y60Z47KHHUSD75V5XMZVK8QK73RSDSYJKMTG'
  const encrypted = `YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBpamZ1cTF4T1kzaFJra0dKUVlLS1UxcTR6
OWpzT3k2WkRzWURrL255blJnClZ0NHRJaHpKODdrdGVaanFTazRiYzYyRTVkMnVnRVo5Q0Jjc3QyRzJvVWMKLS0tIE8r
ZmMwZDNtcllkR2FEazgvU1RXQmhPUTVBUHg4WmVRK2VZTzNrS21ndXMKst6VEGun02vzr66hs3+Vt+UtryoFpmhTL8DA
KUz9whhZcrmTOjBFxVxPW62sv+aeXbZKDL5yfDllflRSXf/rTKr3E61ta0xr`
  const file = join(folder, 'by-age.gz.age')
  writeFileSync(file, Buffer.from(encrypted, 'base64'))
  expect(await readCopyFile(file, collect, [identity])).toBe('Made by age itself.\n')
})

test.skipIf(!hasAge)('what is encrypted here is opened by age with the same identity', async () => {
  const { identity } = await makeEncryptionKey()
  const [file, key] = [join(folder, 'for-age.gz.age'), join(folder, 'identity')]
  await writeCopyFile(file, pieces('For age to read.\n'), [identity])
  writeFileSync(key, `${identity}\n`)
  const opened = join(folder, 'opened.gz')
  execFileSync('age', ['-d', '-i', key, '-o', opened, file])
  expect(await readCopyFile(opened, collect)).toBe('For age to read.\n')
})
