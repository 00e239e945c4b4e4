import type { FastifyInstance } from 'fastify'
import { beforeAll } from 'vitest'
import { buildPages } from '#server/build-pages.ts'
import { processEnvironment } from '#server/config.ts'
import { loadPageBuild, serveAssets, servePages } from '#server/http/pages.ts'

let folder = ''

/** Ahead of the tests of a file that needs pages: a build of the present sources, if none is there. */
beforeAll(async () => {
  folder = await buildPages(processEnvironment('production'), () => {})
}, 240_000)

/** Serves the pages as they are built for production, for the `pages` of testApp. */
export async function builtPages(app: FastifyInstance): Promise<void> {
  const build = await loadPageBuild(folder)
  await serveAssets(app, folder)
  await servePages(app, { mode: 'production', build: () => Promise.resolve(build) })
}

/** The same, with something done to each document between its rendering and the server. */
export async function plantedPages(app: FastifyInstance, change: (html: string) => string) {
  const build = await loadPageBuild(folder)
  const render: typeof build.entry.module.default = async (...asked) => {
    const response = await build.entry.module.default(...asked)
    return new Response(change(await response.text()), response)
  }
  const module = { ...build.entry.module, default: render }
  const planted = { ...build, entry: { ...build.entry, module } }
  await servePages(app, { mode: 'production', build: () => Promise.resolve(planted) })
}
