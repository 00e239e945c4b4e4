import { z } from 'zod'
import { readZoomRoom, tidyWebinarId } from '#features/events/rules.ts'
import type { Clock } from '#kernel/clock.ts'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import { GiveUp } from '#platform/jobs/run-job.ts'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'
import { RequestNotSent, ZoomError } from './zoom-error.ts'
import { createZoomPace, createZoomToken } from './zoom/access.ts'
import { readCapacity } from './zoom/capacity.ts'
import {
  createPreparation,
  settingsOf,
  createRegistrantSearch,
  registrantStatuses,
  type NewRegistrant,
  type Registrant,
} from './zoom/registrants.ts'
import { readReport } from './zoom/report.ts'

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
 * Creates the client for Zoom's calls about webinars, meetings, registrants and recordings. Methods throw ZoomError
 * if Zoom responds with an error.
 */
export function createZoomClient(config: ZoomConfig, clock: Clock) {
  const token = createZoomToken(config, clock)
  const pace = createZoomPace()
  const notAsked = (error: unknown) => {
    throw new RequestNotSent(error)
  }

  /** Sends a request; after a rejected token, renews it and repeats the request once. */
  async function send(
    method: string,
    path: string,
    { body, label = method === 'POST' ? 'light' : 'medium' }: Sent = {},
  ): Promise<unknown> {
    const first = await token.get().catch(notAsked)
    const answer = await ask(first)
    if (answer.status !== 401) return readAnswer(answer)
    return readAnswer(await ask(await token.renew(first).catch(notAsked)))

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

  /** Adds a registrant. If the email is registered in this webinar already, returns the existing registrant. */
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
            cleanEmailAddress(email),
            { id, joinUrl, status },
          ]),
        )
        page = next_page_token
      } while (page)
    }
  }

  /**
   * Searches a webinar's registrants page by page: `choose` receives the emails of a page and returns the wanted one,
   * if any. Returns the id of that registrant; undefined if no page contains it.
   */
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

  /** Cancels a registration; Zoom then lists the registrant as denied. */
  async function cancel(webinarId: string, id: string) {
    await send('PUT', `${webinarPath(webinarId)}/registrants/status`, {
      body: { action: 'cancel', registrants: [{ id }] },
    })
  }

  async function remove(webinarId: string, id: string) {
    await send('DELETE', `${webinarPath(webinarId)}/registrants/${encodeURIComponent(id)}`)
  }

  /** Approves a cancelled or denied registrant, whom Zoom would refuse to add again. */
  async function approve(webinarId: string, { id, email }: { id: string; email: string }) {
    await send('PUT', `${webinarPath(webinarId)}/registrants/status`, {
      body: { action: 'approve', registrants: [{ id, email }] },
    })
  }

  /**
   * Downloads a file of a recording as text. Authorises with the token for this file if that is still valid,
   * otherwise with the account's token.
   */
  async function download(
    address: string,
    fileToken: string | null,
    largest: number,
  ): Promise<string> {
    if (!isOfZoom(address, config))
      throw new ZoomError(404, undefined, 'This is not a Zoom address')
    const first = fileToken === null ? undefined : await ask(fileToken)
    if (first?.ok) return readFileText(first, largest)
    const answer = await ask(await token.get().catch(notAsked))
    return answer.ok ? readFileText(answer, largest) : ((await readAnswer(answer)) as never)

    function ask(bearer: string) {
      const signal = AbortSignal.timeout(timeoutMs)
      return fetch(address, { headers: { authorization: `Bearer ${bearer}` }, signal })
    }
  }

  /** Returns the attendance report of a webinar or meeting; undefined if Zoom has no report yet. */
  function report(room: string, window: { from: Date; until: Date }) {
    return readReport((path, label) => send('GET', path, { label }), room, window)
  }

  /** Returns how many people Zoom admits to a webinar or meeting; null if Zoom does not disclose it. */
  function capacity(room: string) {
    const read = (path: string) => send('GET', path)
    return readCapacity(read, (of) => read(webinarPath(of)), room)
  }

  const links = createRoomLinks((room, of) => send('GET', webinarPath(room) + (of ?? '')))
  const find = createRegistrantSearch(pages)
  return { add, find, approve, findWhere, cancel, remove, download, report, capacity, ...links }
}

/** Returns the path of a webinar or meeting in Zoom's API, which has the same calls for both. */
function webinarPath(room: string) {
  const { kind, id } = readZoomRoom(room)
  return `/${kind}s/${encodeURIComponent(tidyWebinarId(id))}`
}

const refusal = z.object({
  code: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errors: z.array(z.object({ field: z.string(), message: z.string().default('') })).catch([]),
})

/** Finds the refused fields in Zoom's error message, because some responses do not list them in `errors`. */
const fieldsNamedIn = (message: string) => message.match(/\b(?:first_name|last_name)\b/g) ?? []

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = text ? parseJson(text) : undefined
  if (response.ok) return body
  const { code, message = response.statusText, errors } = refusal.parse(body ?? {})
  const retryAfter = response.headers.get('retry-after') ?? undefined
  const reasons = errors.map((error) => error.message).join(' ')
  throw new ZoomError(response.status, code, reasons || message, {
    retryAfter,
    fields: errors.length > 0 ? errors.map(({ field }) => field) : fieldsNamedIn(message),
    kind: response.url.includes('/meetings/') ? 'meeting' : 'webinar',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Schema of a URL to which the server redirects browsers. */
const httpsAddress = z.url({ protocol: /^https$/ })
const roomLinks = z.object({
  start_url: httpsAddress.optional(),
  join_url: httpsAddress.optional(),
})
const panelists = z.object({
  panelists: z.array(z.object({ email: z.string(), join_url: httpsAddress.optional() })),
})

/**
 * Returns functions that read the general URLs of a webinar or meeting: for its host, and for participants without a
 * registration.
 */
function createRoomLinks(read: (room: string, of?: '/panelists') => Promise<unknown>) {
  /**
   * Returns two URLs of a webinar or meeting: `start` lets its host open it, is different in each response and
   * expires after two hours; `join` is the same for all participants.
   */
  async function readLinks(room: string): Promise<{ start?: string; join?: string }> {
    const { start_url: start, join_url: join } = roomLinks.parse(await read(room))
    return { start, join }
  }

  /**
   * Returns the personal URL of a panelist whom the organiser added to the webinar in Zoom; undefined if there is
   * none. Meetings have no panelists.
   */
  async function findPanelistLink(room: string, email: string): Promise<string | undefined> {
    if (readZoomRoom(room).kind === 'meeting') return undefined
    const answer = panelists.parse(await read(room, '/panelists'))
    return answer.panelists.find((one) => cleanEmailAddress(one.email) === email)?.join_url
  }

  return { readLinks, findPanelistLink }
}

/** Returns whether a URL is one of Zoom's, because the download token must not be sent to other hosts. */
function isOfZoom(address: string, { apiUrl }: ZoomConfig): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  const isTheirs = /(^|\.)zoom(gov)?\.(us|com)$/.test(hostname) && protocol === 'https:'
  return isTheirs || origin === new URL(apiUrl).origin
}

/** Reads a response as text; throws above the size limit, to bound memory use. */
async function readFileText(response: Response, largest: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largest)
      throw new GiveUp(`The transcript that Zoom made is larger than ${largest / 1024 / 1024} MB`)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString()
}
