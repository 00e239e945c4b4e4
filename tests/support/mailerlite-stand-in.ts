import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHttpServer } from './http-server.ts'

export type Subscriber = {
  id: string
  email: string
  status: string
  fields: Record<string, string>
  groups: string[]
}
type Group = { id: string; name: string }
type Asked = { method: string; path: string; body?: Record<string, unknown>; status: number }
type Behaviour = 'well' | 500 | 503 | { retryAfter: number }

export type MailerliteServer = {
  /** The value for MAILERLITE_API_URL. */
  url: string
  /** All calls in order. */
  calls: Asked[]
  /** Subscribers by email. */
  subscribers: Map<string, Subscriber>
  groups: Group[]
  /** Sets the behaviour for the next calls; `{retryAfter}` responds with 429 and that many seconds. */
  behave(how: Behaviour): void
  /** Other keys get 401. */
  key: string
  /** A well-formed address that is rejected with 422. */
  refused: string
  /** Called after a call was carried out and before the response. */
  onCall: (call: Asked) => void
  addGroup(name: string): Group
  /** Closes the port until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

const largestPage = 100

/**
 * Starts MailerLite's documented API on a free port. Group names need not be unique. An upsert of an
 * unsubscribed or bounced subscriber is rejected as reported in
 * https://github.com/mailerlite/mailerlite-nodejs/issues/37; `PUT` reactivates an unsubscribed one.
 */
export async function openMailerliteStandIn(): Promise<MailerliteServer> {
  let behaviour: Behaviour = 'well'
  let lastId = 159_876_543_210_987_000n
  const nextId = () => String(++lastId)
  const calls: Asked[] = []
  const subscribers = new Map<string, Subscriber>()
  const groups: Group[] = []

  function addGroup(name: string) {
    const group = { id: nextId(), name }
    groups.push(group)
    return group
  }

  const invalid = (field: string, message: string) => ({
    status: 422,
    body: { message: 'The given data was invalid.', errors: { [field]: [message] } },
  })
  type Said = { status: number; body?: object }
  const notFound = { status: 404, body: { message: 'Resource not found.' } }
  const find = (key: string) =>
    [...subscribers.values()].find(({ id, email }) => id === key || email === key)

  const refuseLeft = (status: string) =>
    invalid('email', `This subscriber is ${status} and cannot be imported`)

  function update(subscriber: Subscriber, body: Record<string, unknown>) {
    const { status, email } = subscriber
    if (body.status === 'active' && ['bounced', 'junk'].includes(status)) return refuseLeft(status)
    return save({ ...body, email })
  }

  function save(body: Record<string, unknown>) {
    const email = typeof body.email === 'string' ? body.email : ''
    if (!/^\S+@\S+\.\S+$/.test(email) || email === stand.refused)
      return invalid('email', 'The email must be a valid address.')
    const wanted = (body.groups ?? []) as string[]
    const unknown = wanted.findIndex((id) => !groups.some((group) => group.id === id))
    if (unknown >= 0) return invalid(`groups.${unknown}`, 'The selected group is invalid.')
    const known = subscribers.get(email)
    const saved = known ?? { id: nextId(), email, status: 'active', fields: {}, groups: [] }
    subscribers.set(email, saved)
    Object.assign(saved.fields, body.fields)
    saved.groups = [...new Set([...saved.groups, ...wanted])]
    if (typeof body.status === 'string') saved.status = body.status
    return { status: known ? 200 : 201, body: { data: saved } }
  }

  function listGroups(query: URLSearchParams) {
    const limit = Math.min(Number(query.get('limit') ?? 25), largestPage)
    const page = Number(query.get('page') ?? 1)
    const found = groups.filter(({ name }) => name.includes(query.get('filter[name]') ?? ''))
    const meta = { current_page: page, last_page: Math.max(1, Math.ceil(found.length / limit)) }
    return { status: 200, body: { data: found.slice((page - 1) * limit, page * limit), meta } }
  }

  /** The cursor is the id of the previous page's last subscriber. */
  function listSubscribers(query: URLSearchParams) {
    const limit = Math.min(Number(query.get('limit') ?? 25), largestPage)
    const all = [...subscribers.values()]
    const from = all.findIndex(({ id }) => id === query.get('cursor')) + 1
    const data = all.slice(from, from + limit)
    const next_cursor = from + limit < all.length ? data.at(-1)!.id : null
    return { status: 200, body: { data, meta: { per_page: limit, next_cursor } } }
  }

  function answer(method: string, url: URL, body: Record<string, unknown>): Said {
    const [, member, left] = /^\/api\/subscribers\/(\d+)\/groups\/(\d+)$/.exec(url.pathname) ?? []
    if (method === 'DELETE' && member) {
      const leaving = find(member)
      if (!leaving?.groups.includes(left!)) return notFound
      leaving.groups = leaving.groups.filter((id) => id !== left)
      return { status: 204 }
    }
    const [, forgotten] = /^\/api\/subscribers\/(\d+)\/forget$/.exec(url.pathname) ?? []
    if (method === 'POST' && forgotten) {
      const leaving = find(forgotten)
      if (!leaving) return notFound
      subscribers.delete(leaving.email)
      return { status: 200, body: { data: { id: forgotten } } }
    }
    const [, asked] = /^\/api\/groups\/(\d+)\/subscribers$/.exec(url.pathname) ?? []
    if (method === 'GET' && asked) {
      return groups.some(({ id }) => id === asked) ? { status: 200, body: { data: [] } } : notFound
    }
    const [, key] = /^\/api\/subscribers\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? []
    const route = `${method} ${key ? '/api/subscribers/:key' : url.pathname}`
    if (route === 'POST /api/subscribers') {
      const { status = '' } = subscribers.get(String(body.email)) ?? {}
      return ['unsubscribed', 'bounced', 'junk'].includes(status) ? refuseLeft(status) : save(body)
    }
    if (route === 'GET /api/subscribers') return listSubscribers(url.searchParams)
    if (route === 'GET /api/groups') return listGroups(url.searchParams)
    if (route === 'POST /api/groups')
      return { status: 201, body: { data: addGroup(String(body.name)) } }
    const subscriber = key && find(key)
    if (!subscriber) return notFound
    if (route === 'PUT /api/subscribers/:key') return update(subscriber, body)
    return { status: 200, body: { data: subscriber } }
  }

  function refuse({ headers }: IncomingMessage) {
    const isJson = [headers.accept, headers['content-type']].every(
      (type) => type === 'application/json',
    )
    if (!isJson) return { status: 415, body: { message: 'Send and accept application/json.' } }
    if (headers.authorization === `Bearer ${stand.key}`) return undefined
    return { status: 401, body: { message: 'Unauthenticated.' } }
  }

  function serve(request: IncomingMessage, response: ServerResponse, sent: Buffer) {
    const { method = '', url: path = '' } = request
    const hasBody = sent.length > 0
    const body = hasBody ? (JSON.parse(String(sent)) as Record<string, unknown>) : {}
    const how = behaviour
    const own = () => refuse(request) ?? answer(method, new URL(path, 'http://lite'), body)
    if (typeof how === 'object') response.setHeader('retry-after', how.retryAfter)
    const said: Said =
      typeof how === 'object'
        ? { status: 429, body: { message: 'Too Many Attempts.' } }
        : typeof how === 'number'
          ? { status: how, body: { message: 'Server Error' } }
          : own()
    const call = { method, path, ...(hasBody && { body }), status: said.status }
    calls.push(call)
    stand.onCall(call)
    response.writeHead(said.status, { 'content-type': 'application/json' })
    return response.end(said.body && JSON.stringify(said.body))
  }

  const { origin, open, close } = await openHttpServer(serve)
  const stand: MailerliteServer = {
    url: `${origin}/api`,
    calls,
    subscribers,
    groups,
    behave: (how) => void (behaviour = how),
    key: 'a-key-of-mailerlite',
    refused: '',
    onCall: () => {},
    addGroup,
    close,
    open,
  }
  return stand
}
