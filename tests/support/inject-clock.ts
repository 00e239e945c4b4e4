import { registerHooks } from 'node:module'

/**
 * Preloaded into a built server: replaces its clock by the time in the file CLOCK_FILE. Changes the source
 * while it is loaded, because the build contains its own clock.
 */
const built = 'systemClock = { now: () => new Date() }'
const injected = `systemClock = { now: () => new Date(
  process.getBuiltinModule('node:fs').readFileSync(process.env.CLOCK_FILE, 'utf8')) }`

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.includes('/build/') || !loaded.source) return loaded
    const source =
      typeof loaded.source === 'string'
        ? loaded.source
        : Buffer.from(loaded.source as Uint8Array).toString()
    return source.includes(built) ? { ...loaded, source: source.replace(built, injected) } : loaded
  },
})
