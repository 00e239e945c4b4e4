import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BucketConfig } from '#platform/settings/backup-settings.ts'
import { openHttpServer } from './http-server.ts'

/**
 * `refuses` answers every call of a method with an error; `never answers` accepts the call and stays silent;
 * `forgets bytes` stores less than it received, like a broken disk.
 */
type Behaviour =
  | 'well'
  | 'never answers'
  | 'forgets bytes'
  | { refuses: { method?: string; status: number; code: string; times?: number } }

const keys = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const region = 'eu-central-1'
/** S3 lists a thousand names per page; short pages test the paging. */
const pageSize = 3

/** Starts an S3-compatible bucket on a free port that checks signatures (AWS version 4). */
export async function openBucketStandIn() {
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  let behaviour: Behaviour = 'well'

  function serve(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const url = new URL(request.url!, 'http://bucket.test')
    calls.push(`${request.method} ${url.pathname}`)
    if (behaviour === 'never answers') return
    const [status, text] = answer(request, url, body)
    response.writeHead(status, {
      'content-type': typeof text === 'string' ? 'application/xml' : 'application/octet-stream',
      ...(status === 307 && { location: '/elsewhere' }),
    })
    response.end(text)
  }

  function answer(request: IncomingMessage, url: URL, body: Buffer): [number, string | Buffer] {
    if (typeof behaviour === 'object') {
      const { method = request.method, status, code } = behaviour.refuses
      const isTheirs = method === request.method && (behaviour.refuses.times ?? 1) > 0
      if (isTheirs && behaviour.refuses.times) behaviour.refuses.times -= 1
      if (isTheirs) return refusal(status, code)
    }
    const wrong = findWrong(request, url, body)
    if (wrong) return refusal(403, wrong)
    const [, bucket, ...parts] = url.pathname.split('/').map(decodeURIComponent)
    if (bucket !== 'copies') return refusal(404, 'NoSuchBucket')
    const key = parts.join('/')
    if (request.method === 'PUT') return put(key, body, request)
    if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 204, '']
    if (!key) return [200, list(url.searchParams)]
    const found = objects.get(key)
    return found ? [200, found] : refusal(404, 'NoSuchKey')
  }

  function put(key: string, body: Buffer, request: IncomingMessage): [number, string] {
    if (!request.headers['content-length']) return refusal(411, 'MissingContentLength')
    objects.set(key, behaviour === 'forgets bytes' ? body.subarray(0, -1) : body)
    return [200, '']
  }

  function list(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const inside = all.filter(
      (key) => !(query.get('delimiter') && key.slice(prefix.length).includes('/')),
    )
    const rest = inside.filter((key) => key > (query.get('continuation-token') ?? ''))
    const page = rest.slice(0, pageSize)
    const next =
      rest.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page
      .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
      .join('')
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${contents}${next}</ListBucketResult>`
  }

  const { origin, close } = await openHttpServer(serve)
  const config: BucketConfig = {
    kind: 'bucket',
    bucket: 'copies',
    prefix: 'green room/',
    endpoint: origin,
    region,
    ...keys,
  }
  return {
    config,
    objects,
    calls,
    behave: (next: Behaviour) => void (behaviour = next),
    close,
  }
}

function refusal(status: number, code: string): [number, string] {
  return [status, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`]
}

/** Returns the error in a request's signature; implemented from Amazon's description, not with a library. */
function findWrong(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': hash,
  } = request.headers
  const [, key, scope, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  const day = String(date).slice(0, 8)
  if (key !== keys.keyId) return 'InvalidAccessKeyId'
  if (scope !== `${day}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (
    !['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name))
  )
    return 'AccessDenied'
  const hasBody = request.method === 'PUT'
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (hasBody && hash === 'UNSIGNED-PAYLOAD') return 'AccessDenied'
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, path, query, headers, names, hash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const hmac = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).digest()
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secret}`,
  )
  return hmac(signingKey, toSign).toString('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex')
}
