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
  /** Number of people that the licence of its host admits. */
  capacity: number
  /** Limit of registrants that the organiser set; 0 for none. */
  registrantLimit: number
  /** The app has the scope to read the host's settings. */
  showsHost: boolean
  isGone: boolean
  hasRegistration: boolean
  /** The host must approve registrants. */
  needsApproval: boolean
  /** Names that are rejected. */
  refusedNames: RegExp
  /** Registrations by email, of which Zoom allows three a day each. */
  adds: Map<string, number>
  /** Zoom sends its own confirmation with the raw link. */
  sendsConfirmation: boolean
  /** Recipients of these confirmations. */
  confirmed: string[]
  /** Panelists, each with their own link. */
  panelists: { id: string; name: string; email: string; join_url: string }[]
  /** Without a start URL, the account may not start it: Zoom omits the field. */
  hasStartUrl: boolean
  /** Its occurrences, with participants. */
  instances: Instance[]
}

/** Returns a webinar that accepts registrations by default. */
export function newWebinar(fields: Partial<ZoomWebinar>): ZoomWebinar {
  return {
    kind: 'webinar',
    registrants: [],
    capacity: 500,
    registrantLimit: 0,
    showsHost: true,
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

/** Adds a registrant as documented, with the limit of three a day and other errors. */
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
 * Returns a webinar's settings and links. The host's link signs in any user as host, is new in each response
 * and expires after two hours.
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
      host_id: hostOf(id),
      type: room.kind === 'meeting' ? 2 : 5,
      join_url: `https://zoom.example/j/${id}`,
      ...(room.hasStartUrl && { start_url: `https://zoom.example/s/${id}?zak=${randomUUID()}` }),
      settings: {
        approval_type,
        registrants_confirmation_email,
        registrants_restrict_number: room.registrantLimit,
      },
    },
  ]
}

const hostOf = (id: string) => `host-of-${id}`

/** Returns the settings of a user who hosts one of the webinars or meetings. */
export function readHostSettings(webinars: Map<string, ZoomWebinar>, host: string): Answer {
  const [, room] = [...webinars].find(([id]) => hostOf(id) === host) ?? []
  if (!room) return refusal(404, 1001, `User does not exist: ${host}.`)
  if (!room.showsHost) {
    const scopes = '[user:read:settings:admin]'
    return refusal(400, 4711, `Invalid access token, does not contain scopes:${scopes}.`)
  }
  const isWebinar = room.kind === 'webinar'
  const ofKind = isWebinar
    ? { meeting_capacity: 100, webinar_capacity: room.capacity }
    : { meeting_capacity: room.capacity }
  return [200, { feature: { ...ofKind, large_meeting: false, webinar: isWebinar } }]
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
