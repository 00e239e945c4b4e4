import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Brings a folder's list of files to the disk. */
export function syncFolder(folder: string) {
  // Windows can't open a folder, and its file systems need no such call.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
