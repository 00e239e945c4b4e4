type LockEntry = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  integrity?: string
  engines?: unknown
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
type LockFile = { packages: Record<string, LockEntry> }

/** A tool's build for another system, which the registry of the last `npm install` did not offer. */
function isToolElsewhere({ dev, optional, os, cpu }: LockEntry) {
  return dev === true && optional === true && (os !== undefined || cpu !== undefined)
}

/**
 * What `npm ci` would refuse elsewhere: an optional package (a build for another system) that the
 * lock file lacks; an address to download from, which ties everybody to one registry; and a package
 * without the digest that it is checked against. Besides, which Node a package asks for: npm holds it
 * against its own, on which nothing here runs.
 */
export function findLockBreaches(lockFile: string): string[] {
  const { packages } = JSON.parse(lockFile) as LockFile
  return Object.entries(packages).flatMap(([path, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    )
    return [
      ...missing.map((name) => `${name} is missing: run "node scripts/complete-lock-file.ts"`),
      ...(path !== '' && entry.engines !== undefined
        ? [`${path} says "engines": run "node scripts/complete-lock-file.ts"`]
        : []),
      ...(entry.resolved?.startsWith('http') ? [`${path} names a registry`] : []),
      ...(path === '' || entry.integrity?.startsWith('sha512-') || isToolElsewhere(entry)
        ? []
        : [`${path} has no integrity`]),
    ]
  })
}
