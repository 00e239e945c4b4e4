import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

type Stream = { nfd?: number; node: EmscriptenNode }
type EmscriptenNode = {
  name: string
  parent: EmscriptenNode
  mount: { type: { stream_ops: { fsync?(stream: Stream): number } } }
}

/** Where PGlite mounts the folder that it was given. */
const mountPoint = '/pglite/data'

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

/**
 * PGlite's file system accepts fsync and does nothing. This makes it reach the disk, counts the
 * calls, and never returns from a failed one: after it nobody knows what the disk holds.
 */
export function syncFilesForReal(
  database: PGlite,
  folder: string,
  options: { fsyncCount: BigInt64Array; onFailure(error: unknown): never },
) {
  const { FS } = database.Module as unknown as {
    FS: {
      lookupPath(path: string): { node: EmscriptenNode }
      getPath(node: EmscriptenNode): string
    }
  }
  FS.lookupPath(mountPoint).node.mount.type.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd !== undefined) fsyncSync(stream.nfd)
      else syncFolder(folder + FS.getPath(stream.node).slice(mountPoint.length))
    } catch (error) {
      options.onFailure(error)
    }
    Atomics.add(options.fsyncCount, 0, 1n)
    return 0
  }
}
