import type { FastifyInstance } from 'fastify'
import type { PageSource } from './create-page-renderer.ts'

/** Development: Vite inside the same process, with hot reload, as the source of the pages. */
export async function createDevPages(app: FastifyInstance): Promise<PageSource> {
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
  return {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
  }
}
