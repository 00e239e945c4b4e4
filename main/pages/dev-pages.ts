import type { FastifyInstance } from 'fastify'
import { servePages } from './serve-pages.ts'

/**
 * Serves pages with Vite in this process, with hot reload, for development. Vite loads separate copies of
 * modules that pages and server share, so app/entry.server.tsx hands over those that must be the same.
 */
export async function addPages(app: FastifyInstance) {
  // Development tools, which are missing in production installations.
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
