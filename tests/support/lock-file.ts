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

/** Matches builds of a tool for another system, which the registry may have omitted. */
function isToolElsewhere({ dev, optional, os, cpu }: LockEntry) {
  return dev === true && optional === true && (os !== undefined || cpu !== undefined)
}

/**
 * Returns problems of the lock file for `npm ci` on other machines: missing optional packages, download URLs,
 * which tie it to one registry, packages without checksum, and Node requirements, which npm compares with the
 * wrong Node.
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
