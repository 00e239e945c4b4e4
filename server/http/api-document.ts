import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { catalogue } from '#shared/contract/catalogue.ts'
import type { Access } from '#shared/contract/endpoint.ts'
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
  admin: 'For an administrator’s session.',
  signed: 'For a provider, by its signature over the body.',
}

/** Every refusal has this shape; some calls add fields of their own to it. */
const refusal = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'To be shown to a person.' },
    errors: {
      type: 'array',
      description: 'What is wrong with the input, where it can be named.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
const failure = {
  type: 'object',
  required: ['message', 'requestId'],
  properties: { message: { type: 'string' }, requestId: { type: 'string' } },
}

function answerOf(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } }
}

type Transform = typeof jsonSchemaTransform

/** Adds to a call's description who may call it, and what it answers when it does not succeed. */
function addAccess(document: Parameters<Transform>[0]): ReturnType<Transform> {
  const { schema, url } = jsonSchemaTransform(document)
  const { method } = document.route
  const entry = catalogue.find((one) => one.method === method && one.path === document.url)
  if (!entry) return { schema, url }
  const isOpen = entry.access === 'public' || entry.access === 'signed'
  return {
    url,
    schema: {
      ...schema,
      description: accessWords[entry.access],
      ...(!isOpen && { security: [{ session: [] }] }),
      response: {
        ...(schema.response as object),
        '4xx': answerOf('It was refused; the status says why.', refusal),
        '5xx': answerOf('Something went wrong on the server, which logged it.', failure),
      },
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
      },
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
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: pagePolicy,
    theme: { title: 'Calls of this site' },
  })
}
