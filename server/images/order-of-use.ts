/** Names with their sizes in bytes, in the order of their last use, for a store with a bound. */
export function createUses(mostBytes: number) {
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
