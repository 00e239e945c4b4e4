import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import {
  pictureOperations,
  pictureRefusals,
  unchanged,
  type Answer,
  type Operation,
} from '#features/pictures/server/api-document.ts'
import { type Endpoint, refusalsOf } from '#kernel/endpoint.ts'
import { refusals, type RefusalCode } from '#kernel/refusals.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Rendered } from '#platform/http/cached-response.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { createResponseCache } from '#platform/http/response-cache.ts'
import { commonHeaders, dataPolicy } from '#platform/http/security-headers.ts'
import { plainName } from '#platform/http/session-cookie.ts'
import { programAnswers, programScheme, selectProgramCalls } from './api-v1-document.ts'
import { operations } from './catalogue.ts'
import { closeBody, describeAccess } from './describe-call.ts'

/** Content-Security-Policy of the page `/api/docs`, which loads only this site's files and uses inline styles. */
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

type Transform = ReturnType<typeof createJsonSchemaTransform>

/**
 * Options for converting Zod schemas to JSON Schema. Records with known keys become objects, because client generators
 * lose a record's keys; slashes in patterns are unescaped, because client generators escape them again.
 */
const zodToJsonConfig: Parameters<typeof z.toJSONSchema>[1] = {
  override({ jsonSchema }) {
    if (jsonSchema.pattern !== undefined) {
      jsonSchema.pattern = jsonSchema.pattern.replaceAll(/\\(.)/g, (escaped, character) =>
        character === '/' ? '/' : escaped,
      )
    }
    const { propertyNames, required, additionalProperties } = jsonSchema
    if (!propertyNames || !required) return
    const value = additionalProperties ?? {}
    jsonSchema.properties = Object.fromEntries(required.map((name) => [name, value]))
    jsonSchema.additionalProperties = false
    delete jsonSchema.propertyNames
  },
}
const jsonSchemaTransform = createJsonSchemaTransform({ zodToJsonConfig })

/** Adds the operation id, and the roles or scopes that may call it, to the OpenAPI description of an endpoint. */
function addAccess(document: Parameters<Transform>[0]): ReturnType<Transform> {
  const { schema, url } = jsonSchemaTransform(document)
  const { method } = document.route
  const found = operations.find(
    ([, entry]) => entry.method === method && entry.path === document.url,
  )
  if (!found) return { schema, url }
  const [operationId, entry] = found
  closeBody(entry, schema?.body)
  return { url, schema: { ...schema, operationId, ...describeAccess(entry.access) } }
}

/** Serves the OpenAPI document at `GET /api/openapi.json`, and a page that displays the document at `/api/docs`. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: app.deps.site().series.name,
        description: 'Every call of the site. Sessions travel in an HttpOnly cookie.',
        version: '1',
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: plainName,
            description: 'Behind https its name begins with __Host-.',
          },
          key: programScheme,
        },
      },
    },
    transform: addAccess,
    transformObject: (document) =>
      'openapiObject' in document
        ? describeAnswers(document.openapiObject as ApiDocument)
        : document.swaggerObject,
  })
  serveDocument(app)
}

const kept = { 'cache-control': 'public, no-cache' }

type OpenAPIDocument = Exclude<ReturnType<FastifyInstance['swagger']>, string> & {
  info: { title: string; version: string }
}

/**
 * Serves the OpenAPI documents and their page from a cache, which is cleared when the site's content is
 * published.
 */
function serveDocument(app: FastifyInstance) {
  const { settings, clock, site, onPublished } = app.deps
  const cache = createResponseCache({
    clock,
    nextChange: () => Promise.resolve(undefined),
    headers: () => commonHeaders(settings().publicUrl),
  })
  let made: OpenAPIDocument | undefined
  function document() {
    made ??= app.swagger() as OpenAPIDocument
    return { ...made, info: { ...made.info, title: site().series.name } }
  }
  let page: ReturnType<typeof createDocumentPage> | undefined
  onPublished(() => {
    cache.clear()
    page = undefined
  })

  function serveKept(path: string, render: (url: string) => Promise<Rendered>) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const [url = ''] = request.url.split('?', 1)
      if (cache.sendCached(request, reply, url)) return reply
      if (!cache.holds(url)) await countCall(request)
      await cache.send(request, reply, url, () => render(url))
      return reply
    })
  }

  async function renderPage(url: string): Promise<Rendered> {
    const { statusCode, headers, rawPayload } = await (
      await (page ??= createDocumentPage(document()))
    ).inject(url)
    if (statusCode !== 200) throw new Refusal('no_such_call')
    const type = String(headers['content-type'])
    const policy = { 'content-security-policy': pagePolicy }
    return { status: 200, headers: { 'content-type': type, ...policy, ...kept }, body: rawPayload }
  }

  const asJson = async (shown: object): Promise<Rendered> => ({
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': dataPolicy,
      ...kept,
    },
    body: JSON.stringify(shown),
  })
  serveKept('/api/openapi.json', () => asJson(document()))
  serveKept('/api/v1/openapi.json', () => asJson(selectProgramCalls(document())))
  serveKept('/api/docs', renderPage)
  serveKept('/api/docs/*', renderPage)
}

/** Returns a separate Fastify app without a listener, which renders the page `/api/docs` and its files. */
async function createDocumentPage(document: ReturnType<FastifyInstance['swagger']>) {
  const hidden = Fastify()
  await hidden.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as OpenAPIV3.Document },
  })
  await hidden.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Calls of this site' },
  })
  return hidden
}

type Answers = Record<string, Answer>
type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: object
}

/** Description of the response to an internal error. */
const failure: Answer = {
  description: 'Something went wrong on the server, which logged it under `requestId`.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'requestId'],
        properties: { message: { type: 'string' }, requestId: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
}

function schemaOf(code: RefusalCode) {
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.object({ message: z.string(), ...refusals[code].details }),
    zodToJsonConfig,
  )
  return schema
}

function anyOf(schemas: object[]) {
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
}

/**
 * Describes the error responses of an endpoint for the OpenAPI document, one for each HTTP status. The header
 * `refusal-code` tells errors with the same status apart.
 */
function describeRefusals(codes: RefusalCode[]): Answers {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  const answers = [...byStatus].map(([status, same]) => [
    status,
    {
      description: `Refused: ${same.map((code) => `\`${code}\``).join(' or ')}.`,
      headers: {
        'refusal-code': {
          description: 'The reason, as a code for programs.',
          schema: { type: 'string', enum: same },
        },
      },
      content: {
        'application/json': {
          schema: anyOf(same.map((code) => ({ $ref: `#/components/schemas/${code}` }))),
        },
      },
    },
  ])
  return Object.fromEntries(answers)
}

/**
 * Description of the 400 response to requests that are not valid HTTP, for endpoints without another 4xx
 * response.
 */
const malformed: Answer = { description: 'Not a valid HTTP request.' }

function answersOf(entry: Endpoint): Answers {
  const refused = describeRefusals(refusalsOf(entry))
  const isRefused = Object.keys(refused).some((status) => status.startsWith('4'))
  return {
    ...(entry.isKept && { 304: unchanged }),
    ...(!isRefused && { 400: malformed }),
    ...refused,
    500: failure,
  }
}

/** Adds the error responses of all endpoints, and the endpoints that serve pictures, to the OpenAPI document. */
function describeAnswers(document: ApiDocument): ApiDocument {
  const paths = { ...document.paths }
  for (const [, entry] of operations) {
    const operation = paths[pathInDocument(entry.path)]?.[entry.method.toLowerCase()]
    if (!operation) continue
    operation.responses = { ...operation.responses, ...answersOf(entry) }
    if (typeof entry.access === 'object') programAnswers(operation.responses)
  }
  for (const [path, operation] of Object.entries(pictureOperations)) {
    const responses = { ...operation.responses, ...describeRefusals(pictureRefusals), 500: failure }
    paths[path] = { get: { ...operation, responses } }
  }
  const used = new Set([
    ...pictureRefusals,
    ...operations.flatMap(([, entry]) => refusalsOf(entry)),
  ])
  const schemas = Object.fromEntries([...used].map((code) => [code, schemaOf(code)]))
  return { ...document, paths, components: { ...document.components, schemas } }
}

/** Converts a path from Fastify's syntax to OpenAPI's: `/api/admin/events/:id` to `/api/admin/events/{id}`. */
function pathInDocument(path: string) {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
