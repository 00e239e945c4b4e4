import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { PageBuild } from '#main/pages/page-renderer.ts'
import { serveAssets, servePages } from '#main/pages/serve-pages.ts'

let building: Promise<string> | undefined

/** The folder of a build of the present sources, made by whoever needs it first if none is there. */
export function builtFolder(): Promise<string> {
  return (building ??= buildSite())
}

async function buildSite() {
  const args = ['--import', './node-version.mjs', 'run.mjs', 'build']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim().split('\n').at(-1)!
}

/** Its pages, with what they share with the server a second time beside the sources that tests run. */
export async function loadPageBuild(): Promise<PageBuild> {
  const entry = pathToFileURL(join(await builtFolder(), 'server', 'pages.js')).href
  return (await import(entry)) as PageBuild
}

/** Serves the pages as they are built for production, for the `pages` of testApp. */
export async function builtPages(app: FastifyInstance): Promise<void> {
  await serveAssets(app, await builtFolder())
  await builtDocuments(app)
}

/** The documents without the files that they load: a route for each of those takes most of an app's start. */
export async function builtDocuments(app: FastifyInstance): Promise<void> {
  const build = await loadPageBuild()
  await servePages(app, { mode: 'production', build: () => Promise.resolve(build) })
}

/** The same, with something done to each document between its rendering and the server. */
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
