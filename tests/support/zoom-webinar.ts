import { randomUUID } from 'node:crypto'
import { invalidField, refusal, type Answer } from './zoom-answer.ts'
import type { Instance } from './zoom-reports.ts'

type Registrant = {
  id: string
  email: string
  first_name: string
  last_name?: string
  status: 'approved' | 'pending' | 'denied'
  join_url: string
}
export type ZoomWebinar = {
  kind: 'webinar' | 'meeting'
  registrants: Registrant[]
  capacity: number
  isGone: boolean
  hasRegistration: boolean
  /** Its host approves everybody by hand. */
  needsApproval: boolean
  /** Which names it refuses. */
  refusedNames: RegExp
  /** Adds that it was asked for, by e-mail: three a day each. */
  adds: Map<string, number>
  /** Zoom writes to whoever registers, with the raw link. */
  sendsConfirmation: boolean
  /** To whom it wrote. */
  confirmed: string[]
  /** Whom its host made a panelist, each with a link of their own. */
  panelists: { id: string; name: string; email: string; join_url: string }[]
  /** Without one the account may not start it: Zoom leaves the field out. */
  hasStartUrl: boolean
  /** When it was held, and who was there. */
  instances: Instance[]
}

/** A webinar that takes registrations, unless it is told otherwise. */
export function newWebinar(fields: Partial<ZoomWebinar>): ZoomWebinar {
  return {
    kind: 'webinar',
    registrants: [],
    capacity: 500,
    isGone: false,
    hasRegistration: true,
    needsApproval: false,
    sendsConfirmation: false,
    confirmed: [],
    refusedNames: /[<>]|.{65}/u,
    adds: new Map(),
    panelists: [],
    hasStartUrl: true,
    instances: [],
    ...fields,
  }
}

/** Adds a registrant as Zoom documents it, with its three adds a day and its refusals. */
export function addRegistrant(
  id: string,
  webinar: ZoomWebinar,
  body: { email?: string; first_name?: string; last_name?: string },
): Answer {
  const { email, first_name, last_name = '' } = body
  const name = webinar.kind === 'meeting' ? 'Meeting' : 'Webinar'
  if (!email || !first_name) return refusal(300, 300, 'Validation Failed.')
  const asked = (webinar.adds.get(email) ?? 0) + 1
  webinar.adds.set(email, asked)
  if (asked > 3) {
    return refusal(
      429,
      429,
      `You have exceeded the daily rate limit (3) of ${name} Add a ${webinar.kind} registrant API requests permitted for (${email}) this particular registrant. You may resume these requests at GMT 00:00:00.`,
    )
  }
  for (const [field, text] of Object.entries({ first_name, last_name })) {
    if (webinar.refusedNames.test(text)) return invalidField(field, 'Invalid field.')
  }
  if (!webinar.hasRegistration)
    return refusal(404, 404, `Registration has not been enabled for this ${webinar.kind}: ${id}.`)
  const known = webinar.registrants.find((each) => each.email === email)
  if (known?.status === 'denied') return refusal(400, 3043, 'This registrant was denied.')
  if (!known && webinar.registrants.length >= webinar.capacity) {
    return webinar.kind === 'meeting'
      ? refusal(404, 3043, 'Meeting has reached maximum attendee capacity.')
      : refusal(400, 3035, 'Webinar has reached the maximum attendee capacity.')
  }
  const registrant = known ?? {
    id: randomUUID(),
    email,
    first_name,
    last_name,
    status: webinar.needsApproval ? ('pending' as const) : ('approved' as const),
    join_url: `https://zoom.example/w/${id}?tk=${randomUUID()}`,
  }
  if (!known) webinar.registrants.push(registrant)
  if (!known && webinar.sendsConfirmation) webinar.confirmed.push(email)
  const { id: registrant_id, join_url, status } = registrant
  return [201, { id: Number(id), registrant_id, join_url, status, topic: 'Interview' }]
}

/**
 * What Zoom tells of a room: its settings, and its links. The host's one signs whoever opens it in as the
 * host, is made anew for each answer and lapses after two hours.
 */
export function readRoom(
  id: string,
  { hasRegistration, needsApproval, ...room }: ZoomWebinar,
): Answer {
  const approval_type = hasRegistration ? Number(needsApproval) : 2
  const registrants_confirmation_email = room.sendsConfirmation
  return [
    200,
    {
      id: Number(id),
      type: room.kind === 'meeting' ? 2 : 5,
      join_url: `https://zoom.example/j/${id}`,
      ...(room.hasStartUrl && { start_url: `https://zoom.example/s/${id}?zak=${randomUUID()}` }),
      settings: { approval_type, registrants_confirmation_email },
    },
  ]
}

export function listPanelists({ kind, panelists }: ZoomWebinar): Answer {
  if (kind === 'meeting') return refusal(404, 2300, 'This API endpoint is not recognized.')
  return [200, { total_records: panelists.length, panelists }]
}

export function changeSettings(
  meeting: ZoomWebinar,
  body: { settings?: { approval_type?: number; registrants_confirmation_email?: boolean } },
): Answer {
  const { approval_type: approval, registrants_confirmation_email: sends } = body.settings ?? {}
  if (approval !== undefined) {
    meeting.hasRegistration = approval !== 2
    meeting.needsApproval = approval === 1
  }
  meeting.sendsConfirmation = sends ?? meeting.sendsConfirmation
  return [204]
}

export function listRegistrants({ registrants }: ZoomWebinar, query: URLSearchParams): Answer {
  const status = query.get('status') ?? 'approved'
  const size = Number(query.get('page_size') ?? 30)
  const from = Number(query.get('next_page_token') ?? 0)
  const found = registrants.filter((each) => each.status === status)
  const next_page_token = found.length > from + size ? String(from + size) : ''
  return [
    200,
    { registrants: found.slice(from, from + size), next_page_token, total_records: found.length },
  ]
}

export function changeRegistrants(
  webinar: ZoomWebinar,
  body: { action: 'approve' | 'deny' | 'cancel'; registrants: { id?: string; email?: string }[] },
): Answer {
  for (const { id, email } of body.registrants) {
    const found = webinar.registrants.find((each) => each.id === id || each.email === email)
    if (found) found.status = body.action === 'approve' ? 'approved' : 'denied'
  }
  return [204]
}

export function removeRegistrant({ registrants }: ZoomWebinar, id: string): Answer {
  const found = registrants.findIndex((each) => each.id === id)
  if (found < 0) return refusal(404, 300, 'Registrant does not exist.')
  registrants.splice(found, 1)
  return [204]
}
