import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** What a renderer makes: a whole public answer, the same for everybody. */
export type Rendered = { status: number; headers: Record<string, string>; body: string }

type Encoding = 'br' | 'gzip' | 'identity'
type Entry = {
  status: number
  etag: string
  expiresAt: number
  forms: Record<Encoding, { body: Buffer; headers: Record<string, string | number> }>
}

export type AnswerCache = {
  /** Answers at once from what is kept, and says whether it did. */
  sendKept(request: FastifyRequest, reply: FastifyReply, key: string): boolean
  /** Answers from the cache, rendering first where it holds nothing. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Rendered>,
  ): Promise<void>
  /** Whether an answer is kept, or being made, under this key. */
  holds(key: string): boolean
  /** Forgets everything: an event or the site's content changed. */
  clear(): void
  /** While the node cannot hear of changes made elsewhere, nothing is kept. */
  suspend(suspended: boolean): void
}

const mostEntries = 200

/**
 * Public answers with their compressed forms and ETag. An entry ends when `clear` is called and at the
 * moment the next event's effective status changes (`nextChange`).
 */
export function createAnswerCache(options: {
  clock: Clock
  /** When the first event ends after `now`, the instant before the answer was begun. */
  nextChange: (now: Date) => Promise<Date | undefined>
  headers: Record<string, string>
}): AnswerCache {
  /** What is being made, and beside it what is ready. */
  const entries = new Map<string, { building: Promise<Entry>; ready?: Entry }>()
  let generation = 0
  let isSuspended = false

  async function build(render: () => Promise<Rendered>): Promise<Entry> {
    const now = options.clock.now()
    // Whoever cannot say how long an answer is true may still give it once.
    const nextChange = options.nextChange(now).catch(() => now)
    const [rendered, change] = await Promise.all([render(), nextChange])
    return buildEntry(rendered, change?.getTime() ?? Infinity, options.headers)
  }

  function isFresh(entry: Entry) {
    return entry.expiresAt > options.clock.now().getTime()
  }

  async function find(key: string, render: () => Promise<Rendered>): Promise<Entry> {
    const kept = entries.get(key)
    const entry = await kept?.building
    if (entry && isFresh(entry)) return entry
    if (entries.get(key) === kept) entries.delete(key)
    return entries.get(key)?.building ?? keep(key, build(render))
  }

  function keep(key: string, building: Promise<Entry>) {
    const born = generation
    if (isSuspended) return building
    if (entries.size >= mostEntries) entries.delete(entries.keys().next().value!)
    const kept: { building: Promise<Entry>; ready?: Entry } = { building }
    entries.set(key, kept)
    const forget = () => entries.get(key) === kept && entries.delete(key)
    void building.then((entry) => {
      if (born !== generation || entry.status >= 500) forget()
      else kept.ready = entry
    }, forget)
    return building
  }

  return {
    sendKept(request, reply, key) {
      const entry = entries.get(key)?.ready
      if (!entry || !isFresh(entry)) return false
      write(request, reply, entry)
      return true
    },
    async send(request, reply, key, render) {
      write(request, reply, await find(key, render))
    },
    holds: (key) => entries.has(key),
    clear() {
      generation++
      entries.clear()
    },
    suspend(suspended) {
      isSuspended = suspended
      generation++
      entries.clear()
    },
  }
}

async function buildEntry(
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
const acceptsBrotli = accepts('br')
const acceptsGzip = accepts('gzip')

function chosenEncoding(accepted: string | undefined): Encoding {
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

/** Written past Fastify's serialisation: nothing in a kept answer is left to decide. */
function write(request: FastifyRequest, reply: FastifyReply, entry: Entry) {
  reply.hijack()
  const { body, headers } = entry.forms[chosenEncoding(request.headers['accept-encoding'])]
  if (isKnownToBrowser(request.headers['if-none-match'], entry)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers
    reply.raw.writeHead(304, rest).end()
    return
  }
  reply.raw.writeHead(entry.status, headers)
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
}
