import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from './sync-folder.ts'

/** An open file (with the descriptor `nfd`) or folder (without a descriptor) in PGlite's file system. */
type Stream = { nfd?: number; node: object }

type Engine = {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?(stream: Stream): number } } }
    getPath(node: object): string
  }
}

/** Path of the database folder in PGlite's virtual file system. */
const mountPoint = '/pglite/data'

/**
 * A PGlite file system whose fsync reaches the disk; PGlite's own fsync does nothing. Counts the fsync calls. A
 * failed fsync ends the process, because the state of the disk is unknown afterwards.
 */
export class DurableFiles extends NodeFS {
  readonly #sync: (stream: Stream, engine: Engine) => void

  constructor(
    folder: string,
    options: { fsyncCount: BigInt64Array; onFailure(error: unknown): never },
  ) {
    super(folder)
    this.#sync = (stream, { FS }) => {
      try {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd)
        else syncFolder(folder + FS.getPath(stream.node).slice(mountPoint.length))
      } catch (error) {
        options.onFailure(error)
      }
      Atomics.add(options.fsyncCount, 0, 1n)
    }
  }

  override async init(database: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(database, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    // Replace fsync before PostgreSQL starts, because crash recovery during the start calls fsync, too.
    preRun.push((module: unknown) => {
      const engine = module as Engine
      engine.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        this.#sync(stream, engine)
        return 0
      }
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}
