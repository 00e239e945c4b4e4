import type { FastifyInstance } from 'fastify'

/** JSON is the only body there is; an empty one counts as `{}`. Specification, "Calls". */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (String(body).trim() === '') done(null, {})
    else void parse(request, String(body), done)
  })
}
