import { z } from 'zod'
import { readZoomRoom, tidyWebinarId } from '#features/events/rules.ts'
import type { Clock } from '#kernel/clock.ts'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import { GiveUp } from '#platform/jobs/run-job.ts'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'
import { NotAsked, ZoomError } from './zoom-error.ts'
import { createZoomPace, createZoomToken } from './zoom/access.ts'
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
 * Zoom's calls about registrants and rooms, as Specification, "Webinar seats" describes them. Refusals
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
            cleanEmailAddress(email),
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
  async function download(
    address: string,
    fileToken: string | null,
    largest: number,
  ): Promise<string> {
    if (!isOfZoom(address, config)) throw new ZoomError(404, undefined, 'The address is not Zoom’s')
    const first = fileToken === null ? undefined : await ask(fileToken)
    if (first?.ok) return readFileText(first, largest)
    const answer = await ask(await token.get().catch(notAsked))
    return answer.ok ? readFileText(answer, largest) : ((await readAnswer(answer)) as never)

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

const refusal = z.object({
  code: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errors: z.array(z.object({ field: z.string(), message: z.string().default('') })).catch([]),
})

/** Zoom names a refused field in `errors`, or only in its message. */
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

/** What a browser may be sent to. */
const httpsAddress = z.url({ protocol: /^https$/ })
const roomLinks = z.object({
  start_url: httpsAddress.optional(),
  join_url: httpsAddress.optional(),
})
const panelists = z.object({
  panelists: z.array(z.object({ email: z.string(), join_url: httpsAddress.optional() })),
})

/** The links that a webinar or meeting has of itself, apart from its registrants'. */
function createRoomLinks(read: (room: string, of?: '/panelists') => Promise<unknown>) {
  /**
   * `start` opens the room as its host: Zoom makes it anew for each answer and lets it lapse after two
   * hours. `join` is the one that all have.
   */
  async function readLinks(room: string): Promise<{ start?: string; join?: string }> {
    const { start_url: start, join_url: join } = roomLinks.parse(await read(room))
    return { start, join }
  }

  /** A panelist's own link, where the organiser has made somebody one; meetings have none. */
  async function findPanelistLink(room: string, email: string): Promise<string | undefined> {
    if (readZoomRoom(room).kind === 'meeting') return undefined
    const answer = panelists.parse(await read(room, '/panelists'))
    return answer.panelists.find((one) => cleanEmailAddress(one.email) === email)?.join_url
  }

  return { readLinks, findPanelistLink }
}

/** The token that opens a file is shown to nobody else. */
function isOfZoom(address: string, { apiUrl }: ZoomConfig): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  const isTheirs = /(^|\.)zoom(gov)?\.(us|com)$/.test(hostname) && protocol === 'https:'
  return isTheirs || origin === new URL(apiUrl).origin
}

/** The rest of a file that is larger would only fill the memory. */
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
