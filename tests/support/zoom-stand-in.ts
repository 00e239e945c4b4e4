import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ZoomConfig } from '#server/provider-settings.ts'
import {
  addRegistrant,
  changeRegistrants,
  listRegistrants,
  refusal,
  type Answer,
  type ZoomWebinar,
} from './zoom-webinar.ts'

type Behaviour = 'well' | 'broken' | 'never answers' | { retryAfter: string | undefined }

const words = {
  accountId: 'account',
  clientId: 'client',
  clientSecret: 'hush',
  webhookSecret: 'tell',
}

/** A Zoom on a free port that speaks its documented HTTP, limits and errors included. */
export async function openZoomStandIn() {
  const webinars = new Map<string, ZoomWebinar>()
  const tokens = new Set<string>()
  const counted = { tokens: 0, adds: 0, lookUps: 0, calls: 0 }
  let behaviour: Behaviour = 'well'
  let port = 0
  let server = createServer((...call) => void serve(...call))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const url = new URL(request.url ?? '/', 'http://zoom.test')
    const answer = url.pathname === '/oauth/token' ? giveToken(request, text) : call()
    if (behaviour === 'never answers' && url.pathname !== '/oauth/token') return
    const [status, body, extra = {}] = answer
    response.writeHead(status, { 'content-type': 'application/json', ...extra })
    response.end(body && JSON.stringify(body))

    function call(): Answer {
      counted.calls++
      if (behaviour === 'broken') return refusal(500, 500, 'Internal error')
      const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
      if (!tokens.has(bearer)) return refusal(401, 124, 'Access token is expired.')
      if (typeof behaviour === 'object') {
        const { retryAfter } = behaviour
        const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
        return [
          429,
          { code: 429, message: 'You have reached the maximum per-second rate limit' },
          headers,
        ]
      }
      const [, id = '', rest = ''] =
        /^\/v2\/webinars\/([^/]+)\/registrants(.*)$/.exec(url.pathname) ?? []
      const webinar = webinars.get(id)
      if (!webinar || webinar.isGone) return refusal(404, 3001, `Webinar does not exist: ${id}.`)
      if (request.method === 'POST' && rest === '') {
        counted.adds++
        return addRegistrant(id, webinar, JSON.parse(text))
      }
      if (request.method === 'GET' && rest === '') {
        counted.lookUps++
        return listRegistrants(webinar, url.searchParams)
      }
      if (request.method === 'PUT' && rest === '/status')
        return changeRegistrants(webinar, JSON.parse(text))
      return refusal(404, 2300, 'This API endpoint is not recognized.')
    }
  }

  function giveToken({ headers }: IncomingMessage, text: string): Answer {
    const form = new URLSearchParams(text)
    const expected = `Basic ${Buffer.from(`${words.clientId}:${words.clientSecret}`).toString('base64')}`
    if (headers.authorization !== expected || form.get('account_id') !== words.accountId) {
      return [400, { reason: 'Invalid client_id or client_secret', error: 'invalid_client' }]
    }
    if (form.get('grant_type') !== 'account_credentials')
      return [400, { error: 'unsupported_grant_type' }]
    counted.tokens++
    const token = randomUUID()
    tokens.add(token)
    return [
      200,
      { access_token: token, token_type: 'bearer', expires_in: 3600, scope: 'webinar:write:admin' },
    ]
  }

  async function open() {
    server = createServer((...call) => void serve(...call))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  async function close() {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  await open()
  const config: ZoomConfig = {
    ...words,
    apiUrl: `http://127.0.0.1:${port}/v2`,
    oauthUrl: `http://127.0.0.1:${port}/oauth/token`,
  }
  return {
    config,
    /** The same as settings of a process. */
    env: {
      ZOOM_ACCOUNT_ID: config.accountId,
      ZOOM_CLIENT_ID: config.clientId,
      ZOOM_CLIENT_SECRET: config.clientSecret,
      ZOOM_WEBHOOK_SECRET: config.webhookSecret,
      ZOOM_API_URL: config.apiUrl,
      ZOOM_OAUTH_URL: config.oauthUrl,
    },
    counted,
    addWebinar(id: string, fields: Partial<ZoomWebinar> = {}): ZoomWebinar {
      const webinar: ZoomWebinar = {
        registrants: [],
        capacity: 500,
        isGone: false,
        hasRegistration: true,
        needsApproval: false,
        adds: new Map(),
        ...fields,
      }
      webinars.set(id, webinar)
      return webinar
    },
    /** `never answers` does what it is asked and says nothing. */
    behave: (how: Behaviour) => void (behaviour = how),
    /** Every token handed out so far stops counting, as when the hour is over. */
    expireTokens: () => tokens.clear(),
    close,
    open,
  }
}
