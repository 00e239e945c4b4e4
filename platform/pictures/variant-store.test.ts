import { chmod, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/test-pictures.ts'
import { createFolderStore, createMemoryStore } from './variant-store.ts'

/** Returns a file name in the format of variants. */
function name(letter: string) {
  return `${letter.repeat(32)}-1-320.webp`
}

const [a, b, c] = [name('a'), name('b'), name('c')]
const kilobyte = Buffer.alloc(1024, 7)

async function emptyFolder() {
  return join(await temporaryFolder(), 'cache')
}

test.each([
  ['folder', async () => createFolderStore(await emptyFolder(), 2048)],
  ['memory', async () => createMemoryStore(2048)],
])('the %s forgets what was longest unused once it is too much', async (_where, create) => {
  const store = await create()
  await store.put(a, kilobyte)
  await store.put(b, kilobyte)
  expect(await store.get(a)).toEqual(kilobyte)
  await store.put(c, kilobyte)
  expect(await store.get(b)).toBeUndefined()
  expect(await store.get(a)).toEqual(kilobyte)
  expect(await store.get(c)).toEqual(kilobyte)
})

test('after a start the oldest files count as least used, and drafts left behind go too', async () => {
  const folder = await emptyFolder()
  await mkdir(folder)
  const long = new Date('2026-01-01')
  for (const [file, time] of [
    [`${c}.draft-0a1b`, new Date('2025-01-01')],
    [b, long],
    [a, new Date()],
  ] as const) {
    await writeFile(join(folder, file), kilobyte)
    await utimes(join(folder, file), time, time)
  }
  const store = createFolderStore(folder, 2048)
  await store.put(c, kilobyte)
  expect((await readdir(folder)).toSorted()).toEqual([a, c])
})

test('files that are not its own are never removed', async () => {
  const folder = await emptyFolder()
  await mkdir(folder)
  await writeFile(join(folder, 'thesis.txt'), Buffer.alloc(9000))
  const store = createFolderStore(folder, 1500)
  await store.put(a, kilobyte)
  await store.put(b, kilobyte)
  expect((await readdir(folder)).toSorted()).toEqual([b, 'thesis.txt'])
})

test('two processes share a folder', async () => {
  const folder = await emptyFolder()
  const [one, other] = [createFolderStore(folder, 4096), createFolderStore(folder, 4096)]
  await Promise.all([one.put(a, kilobyte), other.put(a, kilobyte), other.put(b, kilobyte)])
  expect(await one.get(b)).toEqual(kilobyte)
  expect((await readdir(folder)).toSorted()).toEqual([a, b])
})

test('a link in place of the folder is not followed', async () => {
  const target = await temporaryFolder()
  await chmod(target, 0o700)
  const folder = await emptyFolder()
  await symlink(target, folder)
  const store = createFolderStore(folder, 4096)
  await expect(store.put(a, kilobyte)).rejects.toThrow('is a link or belongs to another user')
  expect(await readdir(target)).toEqual([])
})
