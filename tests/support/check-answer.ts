import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

type Answer = { headers?: Record<string, { schema: { enum: string[] } }>; content?: object }
type Operation = { operationId?: string; responses: Record<string, Answer> }
type Document = { paths: Record<string, Record<string, Operation>> }

/** Cached from the first app of this worker: documents differ only in the series' name. */
let known: ReturnType<typeof readDocument> | undefined

function readDocument(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const source = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')
    return { path, operations, pattern: new RegExp(`^${source}$`) }
  })
  // `/events/preflight` must match before `/events/{id}`.
  paths.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  return { ajv, paths }
}

/** Throws if a documented call's response does not match the OpenAPI document. */
export function checkAnswer(app: FastifyInstance, response: LightMyRequestResponse) {
  const { method = '', url = '' } = response.raw.req
  known ??= readDocument(app.swagger() as unknown as Document)
  const [asked = ''] = url.split('?', 1)
  const found = known.paths.find(({ pattern }) => pattern.test(asked))
  const operation = found?.operations[method.toLowerCase()]
  // Routes planted by tests have no operation id.
  if (!found || !operation?.operationId) return
  const { statusCode, headers } = response
  const code = headers['refusal-code']
  const said = `${method} ${found.path} answered ${[statusCode, code].filter(Boolean).join(' ')}`
  const answer = operation.responses[statusCode]
  if (!answer) throw new Error(`${said}: its entry has no such status`)
  const codes = answer.headers?.['refusal-code']?.schema.enum
  if (codes ? !codes.includes(String(code)) : code !== undefined) {
    throw new Error(`${said}: its entry does not list this code`)
  }
  const type = String(headers['content-type']).split(';', 1)[0]!
  if (!answer.content || type !== 'application/json') return
  const place = ['paths', found.path, method.toLowerCase(), 'responses', statusCode]
  const pointer = [...place, 'content', type, 'schema'].map(escapePart).join('/')
  const validate = known.ajv.getSchema(`document#/${pointer}`)
  if (!validate?.(JSON.parse(unpack(response)))) {
    throw new Error(`${said}, not as documented: ${known.ajv.errorsText(validate?.errors)}`)
  }
}

const expanders: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

function unpack({ headers, body, rawPayload }: LightMyRequestResponse) {
  return expanders[String(headers['content-encoding'])]?.(rawPayload).toString() ?? body
}

function escapePart(part: string | number) {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
}
