import { readFile } from 'node:fs/promises'
import { dirname, join, extname } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

export function imageRoutes(app: FastifyInstance) {
  const folder = join(dirname(app.deps.config.siteFile), 'images')
  app.get<{ Params: { '*': string } }>('/images/*', async (request, reply) => {
    const path = request.params['*']
    const type = types[extname(path)]
    if (!type || !/^[\w-]+(\/[\w-]+)*\.\w+$/.test(path)) return reply.callNotFound()
    const body = await readFile(join(folder, path)).catch(() => undefined)
    if (!body) return reply.callNotFound()
    return reply.type(type).send(body)
  })
}
