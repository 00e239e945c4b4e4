import { Webhook } from 'standardwebhooks'
import { openHttpServer } from './http-server.ts'

type Heard = { id: string; type: string; data: Record<string, unknown>; body: string }

/** How to answer a call: a status with headers, after a promise, or never. */
type Manners =
  | { status: number; headers?: Record<string, string>; body?: string; after?: Promise<void> }
  | 'hangs'

/**
 * Starts a receiver that verifies calls with the reference library: responds 401 to invalid signatures, and
 * counts the calls of each id.
 */
export async function openReceiver() {
  const heard: Heard[] = []
  const signatures: string[] = []
  const requestIds: (string | undefined)[] = []
  const times = new Map<string, number>()
  let secrets: string[] = []
  let manners: Manners = { status: 204 }
  let refused = 0
  let calls = 0
  let open = 0
  let mostOpen = 0
  const server = await openHttpServer(async (request, response, body) => {
    calls++
    open++
    mostOpen = Math.max(mostOpen, open)
    response.once('close', () => open--)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const isRight = secrets.some((secret) => {
      try {
        new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    })
    if (secrets.length > 0 && !isRight) {
      refused++
      return response.writeHead(401).end()
    }
    if (manners === 'hangs') return undefined
    const id = headers['webhook-id'] ?? ''
    times.set(id, (times.get(id) ?? 0) + 1)
    signatures.push(headers['webhook-signature'] ?? '')
    requestIds.push(headers['x-request-id'])
    const { type, data } = JSON.parse(body.toString()) as Heard
    heard.push({ id, type, data, body: body.toString() })
    const { status, headers: answered, body: said, after } = manners
    await after
    return response.writeHead(status, answered).end(said)
  })
  return {
    url: `${server.origin}/hook`,
    heard,
    signatures,
    requestIds,
    /** Number of calls by id. */
    times,
    types: () => heard.map(({ type }) => type),
    believe: (...taken: string[]) => void (secrets = taken),
    behave: (next: Manners) => void (manners = next),
    counts: () => ({ refused, calls, mostOpen }),
    close: () => server.close(),
    reopen: () => server.open(),
  }
}
