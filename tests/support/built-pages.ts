import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { PageBuild } from '#main/pages/page-renderer.ts'
import { serveAssets, servePages } from '#main/pages/serve-pages.ts'

let building: Promise<string> | undefined

/** Returns the folder of a build of the current sources, and builds if necessary. */
export function builtFolder(): Promise<string> {
  return (building ??= buildSite())
}

async function buildSite() {
  const args = ['--import', './node-version.mjs', 'run.mjs', 'build']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim().split('\n').at(-1)!
}

/** Loads the built pages, which have their own copies of modules that they share with the server. */
export async function loadPageBuild(): Promise<PageBuild> {
  const entry = pathToFileURL(join(await builtFolder(), 'server', 'pages.js')).href
  return (await import(entry)) as PageBuild
}

/** Serves pages as built for production, for the `pages` of testApp. */
export async function builtPages(app: FastifyInstance): Promise<void> {
  await serveAssets(app, await builtFolder())
  await builtDocuments(app)
}

/** Serves documents without their assets, whose routes take most of an app's start. */
export async function builtDocuments(app: FastifyInstance): Promise<void> {
  const build = await loadPageBuild()
  await servePages(app, { mode: 'production', build: () => Promise.resolve(build) })
}

/** The same, with a change to each rendered document. */
export async function plantedPages(app: FastifyInstance, change: (html: string) => string) {
  const build = await loadPageBuild()
  const render: typeof build.entry.module.default = async (...asked) => {
    const response = await build.entry.module.default(...asked)
    return new Response(change(await response.text()), response)
  }
  const module = { ...build.entry.module, default: render }
  const planted = { ...build, entry: { ...build.entry, module } }
  await servePages(app, { mode: 'production', build: () => Promise.resolve(planted) })
}
