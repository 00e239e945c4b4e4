/**
 * Adds packages for other systems (builds for macOS, Windows, musl, …) that a registry mirror omitted during
 * `npm install` to package-lock.json. Without them, `npm ci` rejects the file. Removes the packages' Node
 * requirements: npm would compare them with its own Node and skip optional packages, although everything runs
 * on the bundled Node 24. Run this after adding a package.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type LockEntry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  engines?: unknown
}

const systems = /\b(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|win32|aix|sunos)/
const processors = /-(arm64|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|arm)\b|\b(wasm32)\b/

/** Parses os, cpu and libc from a name such as `@oxlint/binding-linux-x64-musl`. */
function describePlatform(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const system = systems.exec(name)?.[1]
  const processor = processors.exec(name)
  const cpu = processor?.[1] ?? processor?.[2]
  const libc = name.includes('musl') ? 'musl' : name.includes('-gnu') ? 'glibc' : undefined
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined || system !== 'linux' ? {} : { libc: [libc] }),
    ...(system === undefined ? {} : { os: [system] }),
  }
}

/** Adds the missing entries to a parsed lock file and returns their names. */
function completeLockFile(packages: Record<string, LockEntry>): string[] {
  const added: string[] = []
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      const platform = describePlatform(name)
      if (places.some((place) => packages[place] !== undefined)) continue
      if (platform.os === undefined && platform.cpu === undefined) continue
      const dev = entry.dev === true ? { dev: true } : {}
      packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform }
      added.push(`${name} ${version}`)
    }
  }
  return added
}

const lockFile = new URL('package-lock.json', `file://${process.cwd()}/`)
const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockEntry> }
const added = completeLockFile(lock.packages)
for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines
const byPath = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(byPath)
writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
for (const name of added) console.log(`added ${name}`)
console.log(`${added.length} packages for other systems added to package-lock.json`)
