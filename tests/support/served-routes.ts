import type { FastifyInstance } from 'fastify'

/** Every route that the app serves, as `GET /api/site`, read from the tree that its router prints. */
export function servedRoutes(app: FastifyInstance): string[] {
  const path: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', node = ''] = /^([│├└─ ]*)(.+)$/.exec(line) ?? []
      if (!node) return []
      const [, segment = node, methods = ''] = /^(.*) \(([A-Z, ]+)\)$/.exec(node) ?? []
      path.splice(indent.length / 4 - 1, Infinity, segment)
      return methods.split(', ').flatMap((method) => (method ? [`${method} ${path.join('')}`] : []))
    })
}
