import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Syncs a folder's directory entries to disk. */
export function syncFolder(folder: string) {
  // Windows cannot open a folder for fsync, and its file systems do not need this fsync.
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Syncs a folder and all its content to disk. */
export function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) sync(path, 'r+')
  }
  syncFolder(folder)
}

function sync(path: string, flags: 'r' | 'r+') {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
