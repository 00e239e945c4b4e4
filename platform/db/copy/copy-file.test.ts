import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCopyFile, writeCopyFile } from './copy-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-copy-file-'))

afterAll(() => rmSync(folder, { recursive: true }))

async function* pieces(...texts: string[]) {
  yield* texts
}

async function collect(text: AsyncIterable<string>) {
  let all = ''
  for await (const piece of text) all += piece
  return all
}

test('exported values are read back, whatever their characters and chunk borders', async () => {
  const file = join(folder, 'back.gz')
  const text = 'Łódź 日本 🎉\n'.repeat(20_000)
  await writeCopyFile(file, pieces(text.slice(0, 100_001), text.slice(100_001)))
  expect(await readCopyFile(file, collect)).toBe(text)
})

test('a copy is readable by its owner only', async () => {
  const file = join(folder, 'private.gz')
  await writeCopyFile(file, pieces('person@example.com'))
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a copy never replaces a file', async () => {
  const file = join(folder, 'twice.gz')
  await writeCopyFile(file, pieces('first'))
  const before = readFileSync(file)
  await expect(writeCopyFile(file, pieces('second'))).rejects.toThrow('exists already')
  expect(readFileSync(file)).toEqual(before)
})

test('a copy that fails on the way leaves no file', async () => {
  async function* failing() {
    yield 'begun'
    throw new Error('the disk is full')
  }
  await expect(writeCopyFile(join(folder, 'failed.gz'), failing())).rejects.toThrow('is full')
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('a file that was cut short, or is something else, is called damaged', async () => {
  const file = join(folder, 'cut.gz')
  await writeCopyFile(file, pieces(Array.from({ length: 9999 }, Math.random).join()))
  truncateSync(file, readFileSync(file).length - 60)
  await expect(readCopyFile(file, collect)).rejects.toThrow('is damaged')
  const other = join(folder, 'other.csv')
  writeFileSync(other, 'id,name\n1,Ada\n')
  await expect(readCopyFile(other, collect)).rejects.toThrow('was not made by "npm run export"')
})
