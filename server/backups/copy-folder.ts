import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#server/db/embedded/sync-folder.ts'
import { BackupFailed } from './backup-failed.ts'
import type { BackupStore } from './copy-store.ts'
import { hashFile } from './hash-stream.ts'

/** Backups in a folder of this machine, or of another one that is mounted there. */
export function openBackupFolder(folder: string): BackupStore {
  async function explain<Result>(what: string, work: () => Promise<Result>) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BackupFailed) throw error
      const { code, message } = error as NodeJS.ErrnoException
      throw new BackupFailed(`${folder}: ${what} (${code ?? message})`, { cause: error })
    }
  }

  async function put(name: string, file: string) {
    const unfinished = join(folder, `${name}.part`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await copyFile(file, unfinished)
      await chmod(unfinished, 0o600)
      await syncFile(unfinished)
      if ((await hashFile(unfinished)) !== (await hashFile(file))) {
        throw new BackupFailed(`${folder} gave back other bytes than were written.`)
      }
      await rename(unfinished, join(folder, name))
      syncFolder(folder)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  return {
    place: folder,
    put: (name, file) => explain('a copy could not be written', () => put(name, file)),
    list: () =>
      explain('the copies could not be listed', async () => {
        const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing)
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      }),
    fetch: (name, file) =>
      explain(`${name} could not be read`, () =>
        copyFile(join(folder, name), file, constants.COPYFILE_EXCL),
      ),
    remove: (name) =>
      explain(`${name} could not be removed`, () => rm(join(folder, name), { force: true })),
  }
}

async function syncFile(file: string) {
  await using written = await open(file, 'r+')
  await written.sync()
}

/** It is made with the first backup. */
function ifMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}
