import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps bytes under names, forgetting what was longest unused once they are too many. */
export type VariantStore = {
  get(name: string): Promise<Buffer | undefined>
  /** Whether it is kept, as far as this process knows. */
  has(name: string): Promise<boolean>
  /** Throws where nothing can be written. */
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

/** Made by `variantName`, or a draft of one: nothing else in the folder is ever touched. */
const ownName = /^[0-9a-f]{32}-\d+-\w+\.\w+(\.draft-[0-9a-f]+)?$/

/** Makes the folder. In one for temporary files another user could have laid it out first. */
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
 * Keeps files in a folder that several processes may share: a file appears whole or not at all, and
 * one that another process removed counts as not kept. After a start the oldest counts as least used.
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
      // Flushed before it gets its name, so that a power cut leaves no empty picture behind.
      await writeFile(draft, body, { flush: true })
      await rename(draft, join(folder, name))
      uses.touch(name, body.length)
      for (const surplus of uses.takeSurplus()) await rm(join(folder, surplus), { force: true })
    },
  }
}

/** Names with their sizes in bytes, in the order of their last use, for a store with a bound. */
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
    /** Takes out the names longest unused until the rest is within the bound. */
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
