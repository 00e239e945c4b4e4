import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A cache of encoded pictures by name, with LRU eviction. */
export type VariantStore = {
  get(name: string): Promise<Buffer | undefined>
  /** Returns whether a picture is stored under a name, as far as this process knows. */
  has(name: string): Promise<boolean>
  /** Stores an encoded picture under a name. Throws if the store is not writable. */
  put(name: string, body: Buffer): Promise<void>
}

export function createMemoryStore(mostBytes: number): VariantStore {
  const kept = new Map<string, Buffer>()
  const uses = createUses(mostBytes)
  return {
    get(name) {
      const body = kept.get(name)
      if (body) uses.touch(name, body.length)
      return Promise.resolve(body)
    },
    has: (name) => Promise.resolve(kept.has(name)),
    put(name, body) {
      kept.set(name, body)
      uses.touch(name, body.length)
      for (const surplus of uses.takeSurplus()) kept.delete(surplus)
      return Promise.resolve()
    },
  }
}

/**
 * Matches the names of the files that this cache writes, also while they are incomplete (`.draft-`). The cache never
 * deletes other files in the folder.
 */
const ownName = /^[0-9a-f]{32}-\d+-\w+\.\w+(\.draft-[0-9a-f]+)?$/

/**
 * Creates the folder. Throws if it belongs to another user, who may have created it first in a shared temporary folder.
 */
async function prepareFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const own = process.getuid?.()
  if (!found.isDirectory() || (own !== undefined && found.uid !== own)) {
    throw new Error(`${folder} is a link or belongs to another user`)
  }
}

async function listByAge(folder: string) {
  const names = (await readdir(folder)).filter((name) => ownName.test(name))
  const files = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(join(folder, name)).catch(() => undefined)
      return stats ? [{ name, size: stats.size, time: stats.mtimeMs }] : []
    }),
  )
  return files.flat().toSorted((one, other) => one.time - other.time)
}

/**
 * Stores encoded pictures in a folder that several processes may share. Files appear atomically; files that another
 * process deleted count as missing. After a start, the oldest file counts as least recently used.
 */
export function createFolderStore(folder: string, mostBytes: number): VariantStore {
  const uses = createUses(mostBytes)
  let opening: Promise<void> | undefined

  async function open() {
    await prepareFolder(folder)
    for (const { name, size } of await listByAge(folder)) uses.touch(name, size)
  }

  return {
    async get(name) {
      await (opening ??= open())
      try {
        const body = await readFile(join(folder, name))
        uses.touch(name, body.length)
        return body
      } catch {
        uses.forget(name)
        return undefined
      }
    },
    async has(name) {
      await (opening ??= open())
      return uses.has(name)
    },
    async put(name, body) {
      await (opening ??= open())
      const draft = join(folder, `${name}.draft-${randomBytes(8).toString('hex')}`)
      // Flush the file before renaming it, so that a power cut leaves no empty file.
      await writeFile(draft, body, { flush: true })
      await rename(draft, join(folder, name))
      uses.touch(name, body.length)
      for (const surplus of uses.takeSurplus()) await rm(join(folder, surplus), { force: true })
    },
  }
}

/** Tracks the names and sizes of stored pictures in LRU order, within a limit of bytes. */
function createUses(mostBytes: number) {
  const sizes = new Map<string, number>()
  let total = 0

  function forget(name: string) {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
  }

  return {
    touch(name: string, size: number) {
      forget(name)
      sizes.set(name, size)
      total += size
    },
    forget,
    has: (name: string) => sizes.has(name),
    /**
     * Returns the names of the least recently used pictures that exceed the limit of bytes, and forgets these names.
     */
    takeSurplus() {
      const surplus: string[] = []
      for (const name of sizes.keys()) {
        if (total <= mostBytes) break
        surplus.push(name)
        forget(name)
      }
      return surplus
    },
  }
}
