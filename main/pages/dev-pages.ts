import type { FastifyInstance } from 'fastify'
import { servePages } from './serve-pages.ts'

/**
 * Serves pages with Vite in this process, with hot reload, for development. Vite loads a second copy of every module;
 * modules with state must exist once, so the server uses Vite's copies, which app/entry.server.tsx exports.
 */
export async function addPages(app: FastifyInstance) {
  // Import these development packages dynamically: production installations do not have them.
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
