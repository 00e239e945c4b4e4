import type { FastifyInstance } from 'fastify'
import { servePages } from './serve-pages.ts'

/**
 * Development: Vite inside the same process, with hot reload, as the source of the pages. It runs copies of its
 * own of all that pages and server share: app/entry.server.tsx hands over what both must have in common.
 */
export async function addPages(app: FastifyInstance) {
  // Tools of development: an installation that only runs the site has neither.
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ])
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  await servePages(app, {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
  })
}
