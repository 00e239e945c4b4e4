import { z } from 'zod'
import type { Clock } from '#server/clock.ts'
import type { ZoomConfig } from '#server/settings/provider-settings.ts'
import { createPreparation, settingsOf } from './prepare-meeting.ts'
import { createRegistrantSearch } from './find-registrants.ts'
import { registrantStatuses, type NewRegistrant, type Registrant } from './registrant.ts'
import { NotAsked, ZoomError } from './zoom-error.ts'
import { isOfZoom, readFile } from './zoom-files.ts'
import { createZoomPace } from './zoom-pace.ts'
import { readReport } from './zoom-reports.ts'
import { createRoomLinks } from './zoom-room-links.ts'
import { readZoomRoom, tidyWebinarId } from '#shared/zoom-room.ts'
import { createZoomToken } from './zoom-token.ts'

const timeoutMs = 15_000
const pageSize = 300

const added = z.object({
  registrant_id: z.string(),
  join_url: z.string().optional(),
  status: z.enum(registrantStatuses).catch('approved'),
})
const listed = z.object({
  registrants: z.array(
    z.object({ id: z.string(), email: z.string(), join_url: z.string().optional() }),
  ),
  next_page_token: z.string().default(''),
})

type Sent = { body?: object; label?: Parameters<ReturnType<typeof createZoomPace>['turn']>[0] }

export type ZoomClient = ReturnType<typeof createZoomClient>

/**
 * Zoom's calls about registrants and rooms, as Specification, "Seats in webinars" describes them. Refusals
 * are thrown as ZoomError.
 */
export function createZoomClient(config: ZoomConfig, clock: Clock) {
  const token = createZoomToken(config, clock)
  const pace = createZoomPace()
  const notAsked = (error: unknown) => {
    throw new NotAsked(error)
  }

  /** With a refused token renewed, and the call repeated, once. */
  async function send(
    method: string,
    path: string,
    { body, label = method === 'POST' ? 'light' : 'medium' }: Sent = {},
  ): Promise<unknown> {
    const first = await token.get().catch(notAsked)
    const answer = await ask(first)
    if (answer.status !== 401) return read(answer)
    return read(await ask(await token.renew(first).catch(notAsked)))

    async function ask(bearer: string) {
      await pace.turn(label)
      const response = await fetch(config.apiUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 429) pace.pause()
      return response
    }
  }

  const prepare = createPreparation(
    async (room) => settingsOf.parse(await send('GET', webinarPath(room))).settings,
    (room, settings) => send('PATCH', webinarPath(room), { body: { settings }, label: 'light' }),
  )

  /** Takes a registrant in. One whom the webinar has already is answered as they stand there. */
  async function add(webinarId: string, person: NewRegistrant): Promise<Registrant> {
    await prepare(webinarId).catch(notAsked)
    const answer = added.parse(
      await send('POST', `${webinarPath(webinarId)}/registrants`, {
        body: {
          email: person.email,
          first_name: person.firstName,
          ...(person.lastName && { last_name: person.lastName }),
        },
      }),
    )
    return { id: answer.registrant_id, joinUrl: answer.join_url, status: answer.status }
  }

  async function* pages(webinarId: string) {
    for (const status of registrantStatuses) {
      let page = ''
      do {
        const query = new URLSearchParams({ status, page_size: String(pageSize) })
        if (page) query.set('next_page_token', page)
        const path = `${webinarPath(webinarId)}/registrants?${query}`
        const { registrants, next_page_token } = listed.parse(await send('GET', path))
        yield new Map(
          registrants.map(({ id, email, join_url: joinUrl }): [string, Registrant] => [
            email.toLowerCase(),
            { id, joinUrl, status },
          ]),
        )
        page = next_page_token
      } while (page)
    }
  }

  /** The number of whom `choose` picks among the e-mails of a page; undefined where nobody is. */
  async function findWhere(
    webinarId: string,
    choose: (emails: string[]) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    for await (const page of pages(webinarId)) {
      const email = await choose([...page.keys()])
      if (email) return page.get(email)?.id
    }
    return undefined
  }

  /** Takes a webinar seat away; the registrant stays there, as denied. */
  async function cancel(webinarId: string, id: string) {
    await send('PUT', `${webinarPath(webinarId)}/registrants/status`, {
      body: { action: 'cancel', registrants: [{ id }] },
    })
  }

  async function remove(webinarId: string, id: string) {
    await send('DELETE', `${webinarPath(webinarId)}/registrants/${encodeURIComponent(id)}`)
  }

  /** The one way back for somebody cancelled or denied: to add them again fails. */
  async function approve(webinarId: string, { id, email }: { id: string; email: string }) {
    await send('PUT', `${webinarPath(webinarId)}/registrants/status`, {
      body: { action: 'approve', registrants: [{ id, email }] },
    })
  }

  /** A recording's file, as text: opened by its own token while that counts, then by ours. */
  async function download(address: string, fileToken: string | null): Promise<string> {
    if (!isOfZoom(address, config)) throw new ZoomError(404, undefined, 'The address is not Zoom’s')
    const first = fileToken === null ? undefined : await ask(fileToken)
    if (first?.ok) return readFile(first)
    const answer = await ask(await token.get().catch(notAsked))
    return answer.ok ? readFile(answer) : ((await read(answer)) as never)

    function ask(bearer: string) {
      const signal = AbortSignal.timeout(timeoutMs)
      return fetch(address, { headers: { authorization: `Bearer ${bearer}` }, signal })
    }
  }

  /** Who was there; undefined while Zoom has no report. Specification, "Who came". */
  function report(room: string, window: { from: Date; until: Date }) {
    return readReport((path, label) => send('GET', path, { label }), room, window)
  }

  const links = createRoomLinks((room, of) => send('GET', webinarPath(room) + (of ?? '')))
  const find = createRegistrantSearch(pages)
  return { add, find, approve, findWhere, cancel, remove, download, report, ...links }
}

/** Webinars and meetings are asked for the same things, each at its own address. */
function webinarPath(room: string) {
  const { kind, id } = readZoomRoom(room)
  return `/${kind}s/${encodeURIComponent(tidyWebinarId(id))}`
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = text ? parse(text) : undefined
  if (response.ok) return body
  const { code, message } = (body ?? {}) as { code?: number; message?: string }
  const retryAfter = response.headers.get('retry-after') ?? undefined
  throw new ZoomError(response.status, code, message ?? response.statusText, {
    retryAfter,
    kind: response.url.includes('/meetings/') ? 'meeting' : 'webinar',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
