import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './lock.ts'

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts another process that takes the lock and idles. */
async function startHolder(folder: string) {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    await lockDataFolder(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a second process is refused with the id of the one that runs, and what to do', async () => {
  const folder = temporaryFolder()
  const holder = await startHolder(folder)
  const refusal = await lockDataFolder(folder).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect(refusal).toMatchObject({ pid: holder.pid })
  expect((refusal as Error).message).toContain(`process ${holder.pid} `)
  expect((refusal as Error).message).toContain('Stop that process first')
})

test('a lock is free again once its holder was killed without warning', async () => {
  const folder = temporaryFolder()
  const holder = await startHolder(folder)
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ pid: process.pid })
  await lock.release()
})

test('the same process cannot take a folder twice, and can once it gave it back', async () => {
  const folder = temporaryFolder()
  const first = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid} `)
  await first.release()
  await first.release()
  const second = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  await second.release()
})

test('exactly one of many concurrent processes locks a free folder', async () => {
  const folder = temporaryFolder()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(folder)))
  const won = tries.filter((attempt) => attempt.status === 'fulfilled')
  expect(won).toHaveLength(1)
  await won[0]!.value.release()
})
