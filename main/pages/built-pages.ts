import { utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageBuild } from './page-renderer.ts'
import { serveAssets, servePages } from './serve-pages.ts'

/** The build folder that run.mjs started, `{client,server}`; this file is in `server`. */
const buildFolder = dirname(import.meta.dirname)
const hourMs = 60 * 60 * 1000

/** Serves the pages of the same build as this server. */
export async function addPages(app: FastifyInstance) {
  keepInUse()
  const build = import('virtual:react-router/server-build') as unknown as Promise<PageBuild>
  await serveAssets(app, buildFolder)
  await servePages(app, { mode: 'production', build: () => build })
}

/** Touches the build folder now and every hour, so that no other start deletes it as unused. */
function keepInUse() {
  function mark() {
    const now = new Date()
    // A read-only folder, as in an image, is never cleaned up either.
    void utimes(buildFolder, now, now).catch(() => {})
  }
  mark()
  setInterval(mark, hourMs).unref()
}
