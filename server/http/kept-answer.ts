import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** What a renderer makes: a whole public answer, the same for everybody. */
export type Rendered = { status: number; headers: Record<string, string>; body: string }

type Encoding = 'br' | 'gzip' | 'identity'
/** A public answer with its compressed forms and ETag. */
export type Entry = {
  status: number
  etag: string
  expiresAt: number
  forms: Record<Encoding, { body: Buffer; headers: Record<string, string | number> }>
}

/** Compresses what was rendered, once for all who ask for it. */
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
  // Weak: the compressed forms share it, and they are not the same bytes.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const vary = [rendered.headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  const headers = { ...common, ...rendered.headers, etag, vary }
  return {
    status: rendered.status,
    etag,
    expiresAt,
    forms: {
      br: form(br, { ...headers, 'content-encoding': 'br' }),
      gzip: form(gz, { ...headers, 'content-encoding': 'gzip' }),
      identity: form(identity, headers),
    },
  }
}

function form(body: Buffer, headers: Record<string, string>) {
  return { body, headers: { ...headers, 'content-length': body.length } }
}

function accepts(name: string) {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
}
export const acceptsBrotli = accepts('br')
const acceptsGzip = accepts('gzip')

/** What the browser takes, the smallest first. */
export function chosenEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (acceptsBrotli.test(accepted)) return 'br'
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity'
}

/** `If-None-Match`: a list of tags, strong or weak alike, or `*` for any. */
function isKnownToBrowser(sent: string | undefined, { status, etag }: Entry) {
  if (!sent || status !== 200) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return sent.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

/**
 * Written past Fastify's serialisation: nothing in a kept answer is left to decide. With `marks` it stands
 * in for another one, and is sent whole.
 */
export function writeEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  marks?: Record<string, string>,
) {
  reply.hijack()
  const { body, headers } = entry.forms[chosenEncoding(request.headers['accept-encoding'])]
  if (!marks && isKnownToBrowser(request.headers['if-none-match'], entry)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers
    reply.raw.writeHead(304, rest).end()
    return
  }
  reply.raw.writeHead(entry.status, { ...headers, ...marks })
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
}
