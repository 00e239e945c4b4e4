import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { operations } from '#shared/contract/catalogue.ts'
import type { Access } from '#shared/contract/endpoint.ts'
import { describeAnswers, type ApiDocument } from './describe-answers.ts'
import { plainName } from './session-cookie.ts'

/** The page that shows the document loads its own files only; it styles its elements inline. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const accessWords: Record<Access, string> = {
  public: 'Everybody may call it.',
  session: 'For a session that holds an e-mail.',
  member: 'For a session with access to the library.',
  memberByEmail: 'For a session with access to the library that holds an e-mail.',
  verified: 'For a session that has shown that its e-mail is theirs.',
  admin: 'For an administrator’s session.',
  signed: 'For a provider, by its signature over the body.',
}

type Transform = typeof jsonSchemaTransform

/** Adds to a call's description its name and who may call it; describe-answers.ts adds what it refuses. */
function addAccess(document: Parameters<Transform>[0]): ReturnType<Transform> {
  const { schema, url } = jsonSchemaTransform(document)
  const { method } = document.route
  const found = operations.find(
    ([, entry]) => entry.method === method && entry.path === document.url,
  )
  if (!found) return { schema, url }
  const [operationId, { access }] = found
  const isOpen = access === 'public' || access === 'signed'
  return {
    url,
    schema: {
      ...schema,
      operationId,
      description: accessWords[access],
      security: isOpen ? [] : [{ session: [] }],
    },
  }
}

/** `GET /api/openapi.json` from the contract, and a page to read it at `/api/docs`. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: app.deps.site.series.name,
        description: 'Every call of the site. Sessions travel in an HttpOnly cookie.',
        version: '1',
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: app.deps.config.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: plainName,
            description: 'Behind https its name begins with __Host-.',
          },
        },
      },
    },
    transform: addAccess,
    transformObject: (given) =>
      'openapiObject' in given
        ? describeAnswers(given.openapiObject as ApiDocument)
        : given.swaggerObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: pagePolicy,
    theme: { title: 'Calls of this site' },
  })
}
