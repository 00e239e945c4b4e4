import { z } from 'zod'
import { markedQuestion, questionBoard, questionState } from '#features/questions/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { eventPage } from '#kernel/event-shapes.ts'
import { email, instant, requiredText, rowId, rowIdInPath, ofPerson } from '#kernel/fields.ts'
import { crewRoles, outboxEntryStates } from '#kernel/values.ts'

/**
 * API endpoints for the crew of an event (host, guest and producer): those of the admin area, and those of the page
 * `/crew/{token}`, to which a mail links.
 */

const name = requiredText('Name', 'Name is required')
const role = z.enum(crewRoles, { error: `Role must be one of ${crewRoles.join(', ')}` })
const ofEvent = z.object({ id: rowIdInPath })
const ofMember = z.object({ id: rowIdInPath })

const crewMember = z.object({
  id: rowId,
  eventId: rowId,
  name: z.string(),
  email: z.string(),
  ...ofPerson,
  role: z.enum(crewRoles),
  createdAt: instant,
  /** State of the last mail with the member's crew link; null if there is none. */
  mail: z.object({ state: z.enum(outboxEntryStates), lastError: z.string().nullable() }).nullable(),
})
export type CrewMember = z.output<typeof crewMember>

export const listCrew = endpoint('GET /api/admin/events/:id/crew', {
  access: 'viewer',
  summary: 'Lists the crew of an event, in the order in which they were added.',
  params: ofEvent,
  refusals: ['no_such_event'],
  reply: z.object({ crew: z.array(crewMember) }),
})

export const crewForm = z.object({ name, email, role })

export const addCrewMember = endpoint('POST /api/admin/events/:id/crew', {
  access: 'editor',
  summary: 'Adds a host, guest or producer to an event and mails them their link.',
  params: ofEvent,
  body: crewForm,
  refusals: ['no_such_event', 'crew_member_known'],
  reply: crewMember,
})

export const changeCrewMember = endpoint('PATCH /api/admin/crew/:id', {
  access: 'editor',
  summary: 'Changes the name or the role of a crew member; their link stays valid.',
  params: ofMember,
  body: z.object({ name: name.optional(), role: role.optional() }),
  refusals: ['no_such_crew_member'],
  reply: crewMember,
})

export const removeCrewMember = endpoint('DELETE /api/admin/crew/:id', {
  access: 'editor',
  summary: 'Removes a crew member; their link stops working immediately.',
  params: ofMember,
  refusals: ['no_such_crew_member'],
  reply: z.object({ id: rowId }),
})

/** URL that opens the event's meeting room or webinar. */
const openedRoom = z.object({
  url: z.string(),
  /** Whether the URL lets its user join as host. */
  isHost: z.boolean(),
})

export const openHostRoom = endpoint('POST /api/admin/events/:id/way-in', {
  access: 'editor',
  summary: "Returns the link into an event's room, as its host if Zoom provides such a link.",
  params: ofEvent,
  refusals: ['no_such_event', 'no_way_in'],
  reply: openedRoom,
})

const token = requiredText('The link', 'The link is not complete', 100)
const byToken = z.object({ token })

/** State of the meeting room for the crew; `early` means that it does not open yet. */
const doors = z.enum(['early', 'open', 'over', 'cancelled'])

const crewPage = z.object({
  name: z.string(),
  role: z.enum(crewRoles),
  title: z.string(),
  /** Date and time of the event in the display zone; null without a date. */
  when: z.string().nullable(),
  /** Name of the service that provides the meeting room, such as Google Meet; null without a room. */
  room: z.string().nullable(),
  doors,
  /** Time at which the meeting room opens to the crew, earlier than to registrants; null without a start time. */
  opensAt: instant.nullable(),
  registrations: z.object({
    confirmed: z.int(),
    /** Number of pre-registrations, which wait for the date to be confirmed. */
    preRegistered: z.int(),
    /** Number of registrants who have used their join link. */
    joined: z.int(),
  }),
  /** All crew members, in the order in which they were added. */
  crew: z.array(z.object({ name: z.string(), role: z.enum(crewRoles) })),
  event: eventPage,
})
export type CrewPage = z.output<typeof crewPage>

export const readCrewPage = endpoint('POST /api/crew', {
  access: 'public',
  summary: 'Returns the event for the crew member with this link token.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: crewPage,
})

export const openCrewRoom = endpoint('POST /api/crew/way-in', {
  access: 'public',
  summary:
    "Returns the crew member's link into the room once it is open to them; hosts open it as host.",
  body: byToken,
  refusals: ['unknown_link', 'no_way_in'],
  reply: openedRoom,
})

export const readCrewBoard = endpoint('POST /api/crew/questions', {
  access: 'public',
  summary: "Lists the questions of the event with authors and votes, by a crew link's token.",
  body: byToken,
  refusals: ['unknown_link'],
  reply: questionBoard,
})

export const markCrewQuestion = endpoint('PATCH /api/crew/questions/:id', {
  access: 'public',
  summary:
    "Changes the state of a question: selected, answered, hidden or open, by a crew link's token.",
  params: z.object({ id: rowIdInPath }),
  body: byToken.extend({ state: questionState }),
  refusals: ['unknown_link', 'no_such_question'],
  reply: markedQuestion,
})
