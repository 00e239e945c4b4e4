type LockFile = {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>
}

/**
 * What `npm ci` would refuse elsewhere: an optional package (a build for another system) that the
 * lock file lacks; and an address to download from, which ties everybody to one registry.
 */
export function findLockBreaches(lockFile: string): string[] {
  const { packages } = JSON.parse(lockFile) as LockFile
  return Object.entries(packages).flatMap(([path, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    )
    return [
      ...missing.map((name) => `${name} is missing: run "node scripts/complete-lock-file.ts"`),
      ...(entry.resolved?.startsWith('http') ? [`${path} names a registry`] : []),
    ]
  })
}
