import { utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageBuild } from './page-renderer.ts'
import { serveAssets, servePages } from './serve-pages.ts'

/**
 * The folder of the build that run.mjs started, with the subfolders `client` and `server`; this file is in
 * `server`.
 */
const buildFolder = dirname(import.meta.dirname)
const hourMs = 60 * 60 * 1000

/** Serves the rendered pages that were built together with this server. */
export async function addPages(app: FastifyInstance) {
  keepInUse()
  const build = import('virtual:react-router/server-build') as unknown as Promise<PageBuild>
  await serveAssets(app, buildFolder)
  await servePages(app, { mode: 'production', build: () => build })
}

/**
 * Updates the modification time of the build folder now and every hour, so that build-site.ts, when another
 * process starts, does not delete the folder as unused.
 */
function keepInUse() {
  function mark() {
    const now = new Date()
    // Ignore the error for a read-only folder, as in a container image: build-site.ts cannot delete it either.
    void utimes(buildFolder, now, now).catch(() => {})
  }
  mark()
  setInterval(mark, hourMs).unref()
}
