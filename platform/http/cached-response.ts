import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A rendered public response, the same for every visitor. */
export type Rendered = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /**
   * Time at which the response becomes stale. By default, a cached response is valid until the status of any event
   * changes.
   */
  until?: Date
  /**
   * Whether to cache the response despite its status 404, because the same "Page Not Found" document serves many URLs.
   */
  isKept?: boolean
}

type Encoding = 'br' | 'gzip' | 'identity'
/** A public response with its compressed forms and ETag. */
export type Entry = {
  status: number
  isKept: boolean
  etag: string
  expiresAt: number
  forms: Record<Encoding, Form>
  /** Headers of the 304 (Not Modified) response. */
  notModified: RawHeaders
}
type Form = { body: Buffer | string; headers: RawHeaders }
/** Headers as alternating names and values, the fastest form for node:http. Read-only, because responses share it. */
type RawHeaders = readonly string[]

/** Compresses a rendered response, computes its ETag and prepares its headers, once for all callers. */
export async function buildEntry(
  rendered: Rendered,
  expiresAt: number,
  common: Record<string, string>,
): Promise<Entry> {
  const identity = Buffer.from(rendered.body)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    compressGzip(identity),
  ])
  // A weak ETag, because the compressed forms share it but differ in bytes.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const vary = [rendered.headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  const headers = { ...common, ...rendered.headers, etag, vary }
  return {
    status: rendered.status,
    isKept: rendered.status === 200 || (rendered.status === 404 && rendered.isKept === true),
    etag,
    expiresAt,
    forms: {
      br: form(br, { ...headers, 'content-encoding': 'br' }),
      gzip: form(gz, { ...headers, 'content-encoding': 'gzip' }),
      identity: form(identity, headers),
    },
    notModified: raw(headers),
  }
}

/** Maximum bytes of a body to send as a latin1 string: node:http then sends headers and body in one write. */
const mostInOnePiece = 8192

function form(bytes: Buffer, headers: Record<string, string>): Form {
  return {
    body: bytes.length > mostInOnePiece ? bytes : bytes.toString('latin1'),
    headers: raw({ ...headers, 'content-length': String(bytes.length) }),
  }
}

function raw(headers: Record<string, string>): RawHeaders {
  return Object.entries(headers).flat()
}

function accepts(name: string) {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
}
export const acceptsBrotli = accepts('br')
export const acceptsZstd = accepts('zstd')
const acceptsGzip = accepts('gzip')

/** Returns the content encoding with the smallest body that the browser accepts. */
export function chosenEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (acceptsBrotli.test(accepted)) return 'br'
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity'
}

/** Compares `If-None-Match` (a list of strong or weak tags, or `*`) with the entry's ETag. */
function isKnownToBrowser(sent: string | undefined, { status, etag }: Entry) {
  if (!sent || status !== 200) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return sent.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

/**
 * Sends a cached response directly through node:http, which is faster than Fastify's serialisation. Sends 304 if the
 * browser has the response already, unless there are `marks`: headers that mark a stale response.
 */
export function writeEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  marks?: Record<string, string>,
) {
  reply.hijack()
  const { raw: response } = reply
  const { method, headers: asked } = request.raw
  if (!marks && isKnownToBrowser(asked['if-none-match'], entry)) {
    response.writeHead(304, entry.notModified as string[]).end()
    return
  }
  const { body, headers } = entry.forms[chosenEncoding(asked['accept-encoding'])]
  response.writeHead(entry.status, (marks ? marked(headers, marks) : headers) as string[])
  response.end(method === 'HEAD' ? undefined : body, 'latin1')
}

function marked(headers: RawHeaders, marks: Record<string, string>): RawHeaders {
  const remaining = headers.filter(
    (_part, index) => marks[headers[index - (index % 2)]!] === undefined,
  )
  return [...remaining, ...raw(marks)]
}
