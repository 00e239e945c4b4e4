import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { DurableFiles } from './durable-files.ts'

type Fsync = (stream: { nfd?: number; node: object }) => number

const folder = mkdtempSync(join(tmpdir(), 'greenroom-durable-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the fsync function that PGlite receives, with the given path for every file. */
async function installedFsync(path = '') {
  const fsyncCount = new BigInt64Array(1)
  const files = new DurableFiles(folder, {
    fsyncCount,
    onFailure(error): never {
      throw error
    },
  })
  const { emscriptenOpts } = await files.init({} as PGlite, {})
  const operations: { fsync?: Fsync } = {}
  const FS = { filesystems: { NODEFS: { stream_ops: operations } }, getPath: () => path }
  const install = [emscriptenOpts.preRun ?? []].flat().at(-1) as (module: object) => void
  install({ FS })
  return { fsync: operations.fsync!, count: () => fsyncCount[0] }
}

test('an open file and a folder each reach the disk and are counted', async () => {
  const { fsync, count } = await installedFsync('/pglite/data')
  const nfd = openSync(join(folder, 'file'), 'w')
  expect(fsync({ nfd, node: {} })).toBe(0)
  closeSync(nfd)
  expect(fsync({ node: {} })).toBe(0)
  expect(count()).toBe(2n)
})

test('a file or folder that cannot reach the disk is a failure, never a success', async () => {
  const { fsync, count } = await installedFsync('/pglite/data/missing')
  expect(() => fsync({ nfd: 1_000_000, node: {} })).toThrow('EBADF')
  expect(() => fsync({ node: {} })).toThrow('ENOENT')
  expect(count()).toBe(0n)
})
