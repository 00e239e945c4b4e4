import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#platform/errors/operator-error.ts'

const lockFile = 'lock'
const holderFile = 'lock-holder.json'
const sqliteBusy = 5

/** Handles of locked files. Keep references to them: garbage collection of a handle would release its lock. */
const held = new Set<DatabaseSync>()

type Holder = { pid: number; host: string; since: string }

/** Another process uses the data folder. The message names the process and says what to do. */
export class DataFolderInUse extends OperatorError {
  readonly pid: number | undefined

  constructor(dataDir: string, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host} (since ${holder.since})`
      : 'another process'
    super(
      `The data folder ${dataDir} is in use by ${who}. Nothing was changed. Stop that process ` +
        'first, or give this one another folder with DATA_DIR (and another PORT).',
    )
    this.name = 'DataFolderInUse'
    this.pid = holder?.pid
  }
}

export type DataFolderLock = { release(): Promise<void> }

/**
 * Locks the data folder for this process, and creates the folder if missing. The lock is an exclusive SQLite
 * transaction on an empty file, which the operating system releases even if the process crashes. Throws
 * DataFolderInUse if another process holds the lock.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, lockFile), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new DataFolderInUse(folder, await readHolder(folder))
  }
  held.add(lock)
  writeHolder(folder)
  let isReleased = false
  return {
    async release() {
      if (isReleased) return
      isReleased = true
      rmSync(join(folder, holderFile), { force: true })
      held.delete(lock)
      lock.close()
    },
  }
}

/**
 * Writes the process that holds the lock to a file, for error messages only: process ids are not unique across
 * containers.
 */
function writeHolder(folder: string) {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  const unfinished = join(folder, `${holderFile}.${process.pid}`)
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`)
  renameSync(unfinished, join(folder, holderFile))
}

/**
 * Reads which process holds the data folder's lock. Retries, because that process may not have written its file yet.
 */
async function readHolder(folder: string, tries = 10): Promise<Holder | undefined> {
  try {
    return JSON.parse(readFileSync(join(folder, holderFile), 'utf8'))
  } catch {
    if (tries === 0) return undefined
    await wait(50)
    return readHolder(folder, tries - 1)
  }
}
