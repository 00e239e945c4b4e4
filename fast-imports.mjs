// Loaded by node-version.mjs, before any TypeScript: makes a start quicker and smaller.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Stripped types and compiled code are kept, so that a later start loads no TypeScript compiler.
// A folder that cannot be written only means that nothing is kept.
enableCompileCache(fileURLToPath(new URL('./node_modules/.cache/greenroom', import.meta.url)))

// Node reads a package's package.json anew for each import of it. That of drizzle-orm has 180 kB, which
// costs 0.4 s and 100 MB: between its own modules there is nothing in it to look up, and what our modules
// name without a path is the same wherever it is named.
const found = new Map()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    const isPath = /^[./]|^[a-z]+:/.test(specifier)
    if (isPath && specifier.endsWith('.js') && parentURL.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (isPath || parentURL.includes('/node_modules/')) return nextResolve(specifier, context)
    const name = `${specifier} ${context.conditions}`
    if (!found.has(name))
      found.set(name, { ...nextResolve(specifier, context), shortCircuit: true })
    return found.get(name)
  },
})
