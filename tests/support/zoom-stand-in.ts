import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'
import { openHttpServer } from './http-server.ts'
import { refusal, type Answer } from './zoom-answer.ts'
import { countCalls, tooMany } from './zoom-limits.ts'
import { listInstances, reportParticipants } from './zoom-reports.ts'
import {
  addRegistrant,
  changeRegistrants,
  changeSettings,
  listPanelists,
  listRegistrants,
  newWebinar,
  readHostSettings,
  readRoom,
  removeRegistrant,
  type ZoomWebinar,
} from './zoom-webinar.ts'

/**
 * `never answers` and `hangs up` carry out the call; `broken` does not. `adds broken` counts a registration and
 * fails. `meanwhile` is awaited before the response. `refuses` sends this response to every call, `refuses
 * tokens` to token requests.
 */
type Behaviour =
  | 'well'
  | 'broken'
  | 'adds broken'
  | 'never answers'
  | 'hangs up'
  | { meanwhile: () => Promise<unknown> }
  | { retryAfter: string | undefined }
  | { refuses: Answer }
  | { refusesTokens: Answer }

const words = {
  accountId: 'account',
  clientId: 'client',
  clientSecret: 'hush',
  webhookSecret: 'tell',
}

/** Starts a Zoom stand-in on a free port with the documented API, limits and errors. */
export async function openZoomStandIn() {
  const webinars = new Map<string, ZoomWebinar>()
  const tokens = new Set<string>()
  /** Recording files, each with its own download token. */
  const files = new Map<string, { text: string; token: string }>()
  const counted = { tokens: 0, adds: 0, lookUps: 0, calls: 0, tooMany: 0, reports: 0 }
  const limits = countCalls()
  let behaviour: Behaviour = 'well'

  function serve(request: IncomingMessage, response: ServerResponse, sent: Buffer) {
    const text = String(sent)
    const url = new URL(request.url ?? '/', 'http://zoom.test')
    const isToken = url.pathname === '/oauth/token'
    const [, file] = /^\/rec\/download\/(.+)$/.exec(url.pathname) ?? []
    if (file !== undefined) return giveFile(file, request, response)
    const answer = isToken ? giveToken(request, text) : call()
    if (behaviour === 'never answers' && !isToken) return
    if (behaviour === 'hangs up' && !isToken) {
      request.socket.destroy()
      return
    }
    const [status, body, extra = {}] = answer
    const give = () => {
      response.writeHead(status, { 'content-type': 'application/json', ...extra })
      response.end(body && JSON.stringify(body))
    }
    if (typeof behaviour === 'object' && 'meanwhile' in behaviour && !isToken) {
      return void behaviour.meanwhile().then(give)
    }
    give()

    function call(): Answer {
      counted.calls++
      if (behaviour === 'broken') return refusal(500, 500, 'Internal error')
      const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
      if (!tokens.has(bearer)) return refusal(401, 124, 'Access token is expired.')
      if (typeof behaviour === 'object' && 'refuses' in behaviour) return behaviour.refuses
      if (typeof behaviour === 'object' && 'retryAfter' in behaviour) {
        return tooMany(behaviour.retryAfter)
      }
      const [, reported] =
        /^\/v2\/report\/(?:webinars|meetings)\/([^/]+)\/participants$/.exec(url.pathname) ?? []
      const label = reported ? 'heavy' : request.method === 'POST' ? 'light' : 'medium'
      if (limits.isOver(label)) {
        counted.tooMany++
        return tooMany()
      }
      if (reported) {
        counted.reports++
        return reportParticipants(webinars, reported, url.searchParams)
      }
      const [, list, past = ''] =
        /^\/v2\/past_(webinars|meetings)\/(\d+)\/instances$/.exec(url.pathname) ?? []
      const held = webinars.get(past)
      if (held && `${held.kind}s` === list) return listInstances(list as 'webinars', held)
      const [, host] = /^\/v2\/users\/([^/]+)\/settings$/.exec(url.pathname) ?? []
      if (host !== undefined) return readHostSettings(webinars, host)
      const [, kind = 'webinar', id = '', isAbout, rest = ''] =
        /^\/v2\/(webinar|meeting)s\/([^/]+)(\/registrants|\/panelists)?(.*)$/.exec(url.pathname) ??
        []
      const webinar = webinars.get(id)
      if (!webinar || webinar.isGone || webinar.kind !== kind) {
        return refusal(
          404,
          3001,
          `${kind === 'meeting' ? 'Meeting' : 'Webinar'} does not exist: ${id}.`,
        )
      }
      if (isAbout === undefined && request.method === 'GET') return readRoom(id, webinar)
      if (isAbout === undefined) return changeSettings(webinar, JSON.parse(text))
      if (isAbout === '/panelists') return listPanelists(webinar)
      if (request.method === 'POST' && rest === '') {
        counted.adds++
        const added = addRegistrant(id, webinar, JSON.parse(text))
        if (behaviour !== 'adds broken' || added[0] !== 201) return added
        webinar.registrants.pop()
        return refusal(500, 500, 'Internal error')
      }
      if (request.method === 'GET' && rest === '') {
        counted.lookUps++
        return listRegistrants(webinar, url.searchParams)
      }
      if (request.method === 'DELETE') return removeRegistrant(webinar, rest.slice(1))
      if (request.method === 'PUT' && rest === '/status')
        return changeRegistrants(webinar, JSON.parse(text))
      return refusal(404, 2300, 'This API endpoint is not recognized.')
    }
  }

  function giveFile(name: string, { headers }: IncomingMessage, response: ServerResponse) {
    const bearer = headers.authorization?.replace('Bearer ', '') ?? ''
    const file = files.get(name)
    if (!file) response.writeHead(404).end()
    else if (bearer !== file.token && !tokens.has(bearer)) response.writeHead(401).end()
    else response.writeHead(200, { 'content-type': 'text/vtt' }).end(file.text)
  }

  function giveToken({ headers }: IncomingMessage, text: string): Answer {
    if (typeof behaviour === 'object' && 'refusesTokens' in behaviour) {
      return behaviour.refusesTokens
    }
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

  const { origin, open, close, isOpen } = await openHttpServer(serve)
  const config: ZoomConfig = {
    ...words,
    apiUrl: `${origin}/v2`,
    oauthUrl: `${origin}/oauth/token`,
  }
  return {
    config,
    /** The same as environment variables. */
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
      const webinar = newWebinar(fields)
      webinars.set(id, webinar)
      return webinar
    },
    addFile: (name: string, text: string, token: string) => void files.set(name, { text, token }),
    fileAddress: (name: string) => `${origin}/rec/download/${name}`,
    behave: (how: Behaviour) => void (behaviour = how),
    /** Expires all tokens. */
    expireTokens: () => tokens.clear(),
    close,
    open,
    isOpen,
  }
}
