import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Linux's own file system in memory. Containers often have a small one. */
const memory = '/dev/shm'
const roomNeeded = 6 * 1024 ** 3

/**
 * Lets the temporary files of a run (databases, browser profiles) lie in memory where there is room: a
 * gate on a slow disk waits for the disk half of its time. A TMPDIR that is set is left alone.
 */
export function useMemoryForFiles() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  const folder = mkdtempSync(join(memory, 'greenroom-'))
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom() {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomNeeded
  } catch {
    return false
  }
}
