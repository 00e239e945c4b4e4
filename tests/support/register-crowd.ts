import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { request as requestByTls } from 'node:https'
import { json } from 'node:stream/consumers'
import { registerForEvents } from '#features/registrations/contract.ts'
import { registrationBody } from './builders.ts'

export type Crowd = {
  /** Acknowledged emails, in order. */
  answered: string[]
  /** All emails sent, acknowledged or not. */
  sent: string[]
  /** Resolves when that many are acknowledged; throws if all visitors have stopped before. */
  reached(count: number): Promise<void>
  /** Resolves when every visitor has stopped after a failure. */
  ended: Promise<void>
}

type Answer = { status: number; body: { isExistingUser?: boolean; newRegistrations?: unknown[] } }

/**
 * Starts concurrent visitors, each on its own connection, who register one new person after another until a
 * call fails. When the server dies, that many registrations are in progress.
 */
export function registerCrowd(url: string, eventId: number, visitors: number): Crowd {
  const answered: string[] = []
  const sent: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  async function visit() {
    for (;;) {
      const body = registrationBody({ eventIds: [eventId] })
      sent.push(body.email)
      const answer = await registerOne(url, body, agent).catch(() => undefined)
      if (answer?.status !== 200) return
      answered.push(body.email)
    }
  }
  const everybody = Array.from({ length: visitors }, visit)
  const ended = Promise.all(everybody).then(() => agent.destroy())
  let isOver = false
  void ended.then(() => (isOver = true))
  return {
    answered,
    sent,
    ended,
    async reached(count) {
      while (answered.length < count) {
        if (isOver) throw new Error(`all gave up after ${answered.length} registrations`)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
  }
}

/** Sends a registration. Rejects if the connection breaks. */
export async function registerOne(url: string, body: object, agent?: Agent): Promise<Answer> {
  const ask = url.startsWith('https:') ? requestByTls : request
  const call = ask(url + registerForEvents.path, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  })
  call.end(JSON.stringify(body))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, body: (await json(response)) as Answer['body'] }
}
