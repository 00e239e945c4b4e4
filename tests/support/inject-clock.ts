import { registerHooks } from 'node:module'

/**
 * Loaded into a built server before it starts: its clock says what stands in the file CLOCK_FILE. The
 * build holds a clock of its own, so that its source is changed while it is read.
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
