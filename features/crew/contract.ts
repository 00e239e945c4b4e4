import { z } from 'zod'
import { markedQuestion, questionBoard, questionState } from '#features/questions/contract.ts'
import { cue } from '#features/transcripts/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { eventPage } from '#kernel/event-shapes.ts'
import {
  email,
  instant,
  optionalText,
  requiredText,
  rowId,
  rowIdInPath,
  ofPerson,
} from '#kernel/fields.ts'
import { crewRoles, outboxEntryStates, recordingAnswers } from '#kernel/values.ts'

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
    /** Number of registrants who have joined, by the rule of the statistics page. */
    joined: z.int(),
    /** Number of registrants who came by the member's own link. */
    byOwnLink: z.int(),
  }),
  /** The `via` parameter of the member's own link to the event's page. */
  via: z.string(),
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

const position = (label: string) =>
  z
    .int(`${label} must be a whole number of seconds`)
    .min(0, `${label} must not be negative`)
    .max(longestRecording, `${label} is too large`)

const cut = z.object({ from: z.int(), to: z.int(), why: z.string() })

/** A passage that a guest wants cut, in seconds of the recording. */
const cutForm = z
  .object({
    from: position('From'),
    to: position('To'),
    why: optionalText('Why', 500),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'To must be after From' })

const answeredRecording = z.enum(recordingAnswers, {
  error: `Answer must be one of ${recordingAnswers.join(', ')}`,
})

const recordingApproval = z.object({
  isNeeded: z.boolean(),
  /** `no_recording`: an approval is needed, but the organiser does not release a recording yet. */
  state: z.enum(['not_needed', 'no_recording', 'waiting', 'approved']),
  guests: z.array(
    z.object({
      name: z.string(),
      answer: answeredRecording.nullable(),
      answeredAt: instant.nullable(),
      cuts: z.array(cut),
    }),
  ),
})
export type RecordingApproval = z.output<typeof recordingApproval>

export const getRecordingApproval = endpoint('GET /api/admin/events/:id/recording-approval', {
  access: 'viewer',
  summary: "Returns whether an event's recording needs the guests' approval, and their answers.",
  params: ofEvent,
  refusals: ['no_such_event'],
  reply: recordingApproval,
})

export const changeRecordingApproval = endpoint('PUT /api/admin/events/:id/recording-approval', {
  access: 'editor',
  summary:
    "Sets whether an event's recording needs the guests' approval. A released recording stays released.",
  params: ofEvent,
  body: z.object({ isNeeded: z.boolean({ error: 'isNeeded must be true or false' }) }),
  refusals: ['no_such_event'],
  reply: recordingApproval,
})

export const releaseUnapproved = endpoint(
  'POST /api/admin/events/:id/recording-approval/override',
  {
    access: 'editor',
    summary: "Releases a recording without the guests' approval, and emails them.",
    params: ofEvent,
    refusals: ['no_such_event', 'nothing_to_approve'],
    reply: recordingApproval,
  },
)

const guestRecording = z.object({
  videoUrl: z.string(),
  /** Whether members can watch the recording. */
  isPublished: z.boolean(),
  answer: answeredRecording.nullable(),
  cuts: z.array(cut),
  /** Lines of the transcript. */
  cues: z.array(cue),
})
export type GuestRecording = z.output<typeof guestRecording>
const guestReply = z.object({
  /** The recording that the guest approves; null if there is none. */
  recording: guestRecording.nullable(),
})

export const readGuestRecording = endpoint('POST /api/crew/recording', {
  access: 'public',
  summary: "Returns the recording that a guest approves, by a crew link's token.",
  body: byToken,
  refusals: ['unknown_link'],
  reply: guestReply,
})

export const answerRecording = endpoint('POST /api/crew/recording/answer', {
  access: 'public',
  summary:
    "Approves a recording, withdraws the approval, or asks for cuts, by a crew link's token.",
  body: byToken.extend({
    answer: answeredRecording,
    /** The recording that the guest saw; the answer is refused if it was replaced meanwhile. */
    videoUrl: requiredText('Recording', 'Recording is required', 2000),
    /** Passages to cut, for the answer `cut`. */
    cuts: z.array(cutForm).max(50, 'At most 50 cuts').optional(),
  }),
  refusals: ['unknown_link', 'nothing_to_approve'],
  reply: guestReply,
})
