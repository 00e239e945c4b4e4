import type { FastifyInstance } from 'fastify'
import { buildPages } from '#main/build-pages.ts'
import { loadPageBuild, serveAssets, servePages } from '#main/pages/serve-pages.ts'
import { processEnvironment } from '#platform/settings/config.ts'

let building: Promise<string> | undefined

/** The folder of a build of the present sources, made by whoever needs it first if none is there. */
function builtFolder(): Promise<string> {
  return (building ??= buildPages(processEnvironment('production'), () => {}))
}

/** Serves the pages as they are built for production, for the `pages` of testApp. */
export async function builtPages(app: FastifyInstance): Promise<void> {
  await serveAssets(app, await builtFolder())
  await builtDocuments(app)
}

/** The documents without the files that they load: a route for each of those takes most of an app's start. */
export async function builtDocuments(app: FastifyInstance): Promise<void> {
  const build = await loadPageBuild(await builtFolder())
  await servePages(app, { mode: 'production', build: () => Promise.resolve(build) })
}

/** The same, with something done to each document between its rendering and the server. */
export async function plantedPages(app: FastifyInstance, change: (html: string) => string) {
  const build = await loadPageBuild(await builtFolder())
  const render: typeof build.entry.module.default = async (...asked) => {
    const response = await build.entry.module.default(...asked)
    return new Response(change(await response.text()), response)
  }
  const module = { ...build.entry.module, default: render }
  const planted = { ...build, entry: { ...build.entry, module } }
  await servePages(app, { mode: 'production', build: () => Promise.resolve(planted) })
}
