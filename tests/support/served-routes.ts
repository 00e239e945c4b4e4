import type { FastifyInstance } from 'fastify'

/** Returns every route as `GET /api/site`, parsed from the router's printed tree. */
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
