import { createUses } from './order-of-use.ts'

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
