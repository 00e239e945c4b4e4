// Loaded first (node --import ./node-version.mjs file.ts). Written in old syntax, so that an old Node can run
// it and report its version.
import process from 'node:process'

const needed = [24, 7]
const parts = process.versions.node.split('.').map(Number)
const newEnough = parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1])

if (!newEnough) {
  process.stderr.write(
    [
      `Greenroom needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.`,
      'On Linux (x64, arm64) and Windows (x64) the right Node comes with the dependencies: run',
      '"npm ci" without --omit=optional, then use the npm scripts ("npm start", "npm test").',
      `On any other machine install Node ${needed.join('.')} or newer from https://nodejs.org.`,
      '',
    ].join('\n'),
  )
  process.exit(1)
}

// Caches compiled modules for faster starts. If the folder is not writable, nothing is cached.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')
enableCompileCache(fileURLToPath(new URL('./node_modules/.cache/greenroom', import.meta.url)))
