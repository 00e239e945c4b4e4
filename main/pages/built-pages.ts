import { utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageBuild } from './page-renderer.ts'
import { serveAssets, servePages } from './serve-pages.ts'

/** What run.mjs started: `{client,server}`, the second of which holds this. */
const buildFolder = dirname(import.meta.dirname)
const hourMs = 60 * 60 * 1000

/** The pages that were built together with this server. */
export async function addPages(app: FastifyInstance) {
  keepInUse()
  const build = import('virtual:react-router/server-build') as unknown as Promise<PageBuild>
  await serveAssets(app, buildFolder)
  await servePages(app, { mode: 'production', build: () => build })
}

/** Marks the build as in use, now and every hour, so that no other start takes it for an old one. */
function keepInUse() {
  function mark() {
    const now = new Date()
    // A folder that can't be written to, as in an image, is not cleared by anybody either.
    void utimes(buildFolder, now, now).catch(() => {})
  }
  mark()
  setInterval(mark, hourMs).unref()
}
