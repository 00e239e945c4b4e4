import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openBucketStandIn } from '#tests/support/bucket-stand-in.ts'
import { BackupFailed, openBackupBucket } from './backup-store.ts'
import { nameBackup } from './kept-backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bucket-'))
const file = join(folder, 'copy.gz')
writeFileSync(file, Buffer.alloc(300_000, 'bytes of a copy'))
const name = nameBackup(new Date('2026-11-22T03:00:00.000Z'))

afterAll(() => rmSync(folder, { recursive: true }))

async function openBucket(
  change: { secret?: string; bucket?: string; endpoint?: string } = {},
  ms = 10_000,
) {
  const standIn = await openBucketStandIn()
  onTestFinished(() => standIn.close())
  const store = openBackupBucket({ ...standIn.config, ...change }, { callMs: ms, transferMs: ms })
  return { ...standIn, store }
}

/** Returns the error message of the failed work, or undefined if it succeeds. */
function failureOf(work: Promise<unknown>) {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof BackupFailed ? error.message : error),
  )
}

test('a backup goes into the bucket under its prefix, signed, and comes back with the same bytes', async () => {
  const { store, objects } = await openBucket()
  await store.put(name, file)
  expect([...objects.keys()]).toEqual([`green room/${name}`])
  const back = join(folder, 'back.gz')
  await store.fetch(name, back)
  expect(readFileSync(back).equals(readFileSync(file))).toBe(true)
})

test('all pages of a list are read, and nothing of deeper folders or other prefixes', async () => {
  const { store, objects } = await openBucket()
  const names = Array.from({ length: 8 }, (_, day) =>
    nameBackup(new Date(Date.UTC(2026, 0, day + 1))),
  )
  for (const one of names) objects.set(`green room/${one}`, Buffer.from('x'))
  objects.set(`green room/deeper/${name}`, Buffer.from('x'))
  objects.set(`another/${name}`, Buffer.from('x'))
  expect(await store.list()).toEqual(names)
  await store.remove(names[0]!)
  expect(await store.list()).toEqual(names.slice(1))
})

test("a wrong secret and a missing bucket show the storage's message, without the secret", async () => {
  const wrong = await openBucket({ secret: 'not-the-secret' })
  const refused = await failureOf(wrong.store.put(name, file))
  expect(refused).toBe(
    's3://copies/green room/: could not write the backup (the answer was 403 SignatureDoesNotMatch)',
  )
  const missing = await openBucket({ bucket: 'nothing' })
  expect(await failureOf(missing.store.list())).toContain('404 NoSuchBucket')
  expect(wrong.objects.size + missing.objects.size).toBe(0)
})

test('a bucket in trouble is asked again, and given up when it stays so', async () => {
  const { store, behave, objects, calls } = await openBucket()
  behave({ refuses: { method: 'PUT', status: 503, code: 'SlowDown', times: 2 } })
  await store.put(name, file)
  expect(objects.size).toBe(1)
  calls.splice(0)
  behave({ refuses: { status: 500, code: 'InternalError' } })
  expect(await failureOf(store.list())).toContain('500 InternalError')
  expect(calls.length).toBe(5)
})

test('a copy goes to the bucket alone: not where that points to, and not to machines’ own services', async () => {
  const { store, behave, calls } = await openBucket()
  behave({ refuses: { status: 307, code: 'TemporaryRedirect' } })
  expect(await failureOf(store.put(name, file))).toContain('307 TemporaryRedirect')
  expect(calls).not.toContainEqual(expect.stringContaining('/elsewhere'))
  const own = await openBucket({ endpoint: 'http://2852039166' })
  expect(await failureOf(own.store.list())).toContain('link-local')
})

test('a bucket that never answers is not waited for without end', async () => {
  const { store, behave } = await openBucket({}, 300)
  behave('never answers')
  // Collect garbage while the call waits, as a busy site does every half minute.
  setFlagsFromString('--expose-gc')
  const clearing = setInterval(runInNewContext('gc') as () => void, 50)
  onTestFinished(() => clearInterval(clearing))
  expect(await failureOf(store.list())).toContain('no answer in time')
  expect(await failureOf(store.put(name, file))).toContain('no answer in time')
})

test('a file read back with other bytes is a failure, and is removed', async () => {
  const { store, behave, objects } = await openBucket()
  behave('forgets bytes')
  expect(await failureOf(store.put(name, file))).toContain('different bytes than were written')
  expect(objects.size).toBe(0)
})
