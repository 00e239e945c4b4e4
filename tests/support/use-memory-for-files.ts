import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Linux's in-memory file system, which is often small in containers. */
const memory = '/dev/shm'
const roomNeeded = 6 * 1024 ** 3

/**
 * Stores temporary files of a run in memory if there is space, because a slow disk can take half of the time.
 * Respects TMPDIR.
 */
export function useMemoryForFiles() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  const folder = mkdtempSync(join(memory, 'greenroom-'))
  // If we are root, PostgreSQL runs as another user.
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
