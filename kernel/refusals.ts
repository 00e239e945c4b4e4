import { z } from 'zod'
import { adminEvent } from './event-shapes.ts'
import { siteSchema } from './site.ts'

/** What is wrong, each with the field that it is about. Specification, "Refusals and toasts". */
const errors = z.array(z.object({ field: z.string(), message: z.string() }))
/** In seconds; the header `Retry-After` says the same. */
const retryAfter = z.int()
const registrations = z.int()

type Kind = {
  status: number
  /** What is answered beside `message`. */
  details: z.ZodRawShape
  /** The words, where they are the same wherever it is refused. */
  message?: string
}

/** Beside the message nothing. */
const none = {}

/** One whose words are the same wherever it is refused. */
function worded<const Details extends z.ZodRawShape = typeof none>(
  status: number,
  message: string,
  details?: Details,
) {
  return { status, message, details: (details ?? none) as Details }
}

/**
 * Every "no" that a caller is to expect, by its code: the header `refusal-code` carries it, so that the
 * bodies stay as they are specified. What else is thrown is answered as an opaque 500.
 */
export const refusals = {
  // What follows from what an entry is: `refusalsOf` of endpoint.ts.
  invalid_input: { status: 400, details: { errors } },
  not_signed_in: { status: 401, details: {} },
  /** Of programs; the same for a key that is missing, unknown, over, or removed. */
  key_needed: worded(401, 'Please send a valid key as Authorization: Bearer … first'),
  scope_missing: { status: 403, details: {} },
  foreign_site: worded(403, 'This call may only be made from the site itself'),
  too_large: { status: 413, details: { errors } },
  address_too_long: { status: 414, details: { errors } },
  not_json: worded(415, 'The body must be JSON (application/json)'),
  too_many: { status: 429, details: { retryAfter } },
  unavailable: { status: 503, details: { retryAfter } },

  // Writes of programs that are sent again.
  idempotency_key_in_use: worded(
    409,
    'A call with this Idempotency-Key is being carried out. Please ask again in a moment.',
    { retryAfter },
  ),
  idempotency_key_reused: worded(
    422,
    'This Idempotency-Key was sent with another body or to another call within 24 hours',
    { errors },
  ),

  // Nothing there.
  no_such_call: worded(404, 'There is no such call'),
  no_such_picture: worded(404, 'There is no picture at this address'),
  no_such_calendar: worded(404, 'There is no calendar entry at this address'),
  no_such_format: worded(501, 'The formats are json and xml'),
  no_such_page: worded(404, 'There is no such page'),
  no_such_version: worded(404, 'There is no such version of the site'),
  no_such_event: { status: 404, details: {} },
  /** The same for visitors, naming the field. */
  unknown_event: { status: 404, details: { errors } },
  no_such_recording: worded(404, 'There is no such recording in the library'),
  no_such_transcript: worded(404, 'There is no transcript of this interview'),
  no_such_import: worded(404, 'There is no such import'),
  no_such_message: worded(404, 'There is no such message'),
  no_such_announcement: worded(404, 'There is no such announcement'),
  no_such_held_mail: worded(404, 'There is nothing held under this number'),
  no_such_seat: worded(404, 'There is no seat for this registration'),
  no_such_person: worded(404, 'There is no such person'),
  no_such_api_key: worded(404, 'There is no such key'),
  no_such_session: worded(404, 'There is no such sign-in'),
  no_such_registration: worded(404, 'There is no such registration'),
  no_such_administrator: { status: 404, details: {} },
  unknown_email: worded(404, 'Email not found. Please register first to access the video library.'),

  // Links in mails.
  unknown_link: { status: 404, details: {} },
  spent_link: worded(410, 'This link has been used or is too old. You can have a new one sent.'),

  // Codes by mail. One answer for whatever is wrong with one.
  wrong_code: worded(400, 'This code is wrong or too old. You can have a new one sent.', {
    errors,
  }),

  // Mails.
  held_mail_gone: { status: 409, details: { went: z.int() } },

  // Announcements.
  announcement_approved: worded(409, 'It is approved: its text and audience stay as they are'),
  announcement_changed: worded(
    409,
    'Somebody else changed this announcement after you opened it. Nothing was saved.',
  ),
  announcement_not_approved: worded(409, 'It is a draft: nothing goes out yet'),
  announcement_untested: worded(
    409,
    'Please send a test to your own address first, of the text as it is now',
  ),
  /** `count`: how many people it would go to now. */
  audience_changed: worded(409, 'The number of people has changed meanwhile. Please look again.', {
    count: z.int(),
  }),

  // Registering.
  event_finished: worded(
    409,
    'This event has already ended. Would you like to be notified about future events?',
    { eventStatus: z.literal('finished'), suggestFutureEvents: z.literal(true) },
  ),
  event_cancelled: worded(409, 'This interview will not take place.', {
    eventStatus: z.literal('cancelled'),
    suggestFutureEvents: z.literal(true),
  }),
  not_registered: worded(
    403,
    'Please register for this interview first, or open the link in your mail.',
  ),
  date_not_confirmed: worded(
    409,
    'The date is not confirmed yet. We will write to you when it is.',
  ),

  // Questions.
  no_such_question: worded(404, 'There is no such question'),
  questions_used_up: worded(409, 'You have asked three questions already. Thank you!'),
  questions_closed: worded(409, 'This interview takes no more questions.'),

  // Crew.
  no_such_crew_member: worded(404, 'There is no such crew member'),
  crew_member_known: worded(409, 'This address is in the crew already'),
  no_way_in: { status: 409, details: {} },

  // Webhooks.
  no_such_webhook: worded(404, 'There is no such webhook'),
  no_such_webhook_delivery: worded(404, 'There is no such delivery'),
  too_many_webhooks: worded(409, 'There are twenty webhooks already: remove one first'),
  webhook_off: worded(409, 'This webhook is switched off: switch it on first'),
  /** No key to seal it with. */
  no_secret_kept: { status: 409, details: {} },

  // Administrators.
  wrong_password: worded(401, 'Invalid username or password'),
  /** Of somebody who is signed in, and changes it. */
  wrong_present_password: worded(400, 'This is not your present password', { errors }),
  /** The password was right; the caller sends the code of the second factor beside it. */
  factor_required: worded(401, 'Please enter the code of your second factor', {
    code: z.literal('factor_required'),
  }),
  /** Of somebody who is signed in, but typed their password too long ago for what they ask. */
  password_needed: worded(401, 'Please type your password once more', {
    code: z.literal('password_needed'),
  }),
  wrong_factor: worded(401, 'This code is wrong or has been used'),
  /** Of somebody who is signed in, and sets their factor up. */
  wrong_factor_code: worded(400, 'This code is wrong or too old', { errors }),
  factor_set: worded(409, 'A second factor is set already. Remove it first.'),
  no_factor: worded(409, 'There is no second factor to confirm or to remove'),
  administrator_exists: { status: 409, details: {} },
  administrator_email_taken: worded(
    409,
    'Another administrator uses this email. Enter another one.',
  ),
  no_open_invitation: worded(409, 'This administrator has no open invitation.'),
  last_administrator: { status: 409, details: {} },
  no_place_for_copies: worded(
    409,
    'There is no place for copies yet: enter a folder or a bucket first.',
  ),
  /**
   * Somebody else changed it first: the row as it is now, and what would have been written over.
   */
  event_changed: worded(
    409,
    'Somebody else changed this event after you opened it. Nothing was saved.',
    { event: adminEvent, changedFields: z.array(z.string()) },
  ),
  /** The same for a program: what it would have written over, and as of when the event is now. */
  event_changed_since: worded(
    409,
    'The event was changed after the `updatedAt` that you sent. Nothing was saved.',
    { updatedAt: z.iso.datetime(), changedFields: z.array(z.string()) },
  ),
  /** Both sides of the site's content: as it is now with who saved it, and what was sent, if anything. */
  site_changed: worded(
    409,
    'Somebody else changed the site after you opened it. Nothing was saved.',
    {
      current: z.object({
        content: siteSchema,
        version: z.int(),
        savedBy: z.string().nullable(),
        savedAt: z.iso.datetime().nullable(),
      }),
      sent: siteSchema.nullable(),
      /** The first parts of fields in which the two differ, such as `hero`. */
      changedFields: z.array(z.string()),
    },
  ),
  /** The site file decides. */
  site_locked: { status: 409, details: {} },
  event_has_registrations: {
    status: 409,
    details: { registrations, isCancelled: z.boolean() },
  },
  people_untold: {
    status: 409,
    details: { registrations, isCancelled: z.boolean(), untold: z.int() },
  },
  samples_have_registrations: { status: 409, details: { events: z.int(), registrations } },
  import_undone: worded(409, 'This import was undone meanwhile'),
  import_id_taken: worded(409, 'Another import has this batchId'),
  /**
   * Who stands in the way of undoing it: `blockers` are the first of `blockerCount` people, `others` how
   * many there are besides. Repeated with `?leave=` their number, the others are taken back.
   */
  import_built_on: {
    status: 409,
    details: {
      blockers: z.array(
        z.object({
          name: z.string(),
          email: z.string(),
          /** Where their page is in the admin area. */
          personKey: z.string().nullable(),
          reason: z.string(),
        }),
      ),
      blockerCount: z.int(),
      others: z.int(),
      /** The latest import that somebody in this one stands in as well: it can be undone first. */
      later: z
        .object({ id: z.string(), startedAt: z.string(), fileName: z.string().nullable() })
        .nullable(),
    },
  },
  /** `into`: the key of whom it belongs to, to be merged with. */
  email_taken: worded(409, 'This e-mail belongs to somebody already. The two can be merged.', {
    into: z.string(),
  }),
  same_person: worded(409, 'Choose somebody else to merge with'),
  person_changed: worded(409, 'This person was changed meanwhile. Please look again.'),
  nothing_to_repeat: { status: 409, details: {} },

  /** For machines that ask whether this node can serve. */
  not_ready: { status: 503, details: {} },
} as const satisfies Record<string, Kind>

export type RefusalCode = keyof typeof refusals

type DetailsSchema<Code extends RefusalCode> = (typeof refusals)[Code]['details']

/** What a refusal answers beside its message. */
export type DetailsOf<Code extends RefusalCode> = {
  [Name in keyof DetailsSchema<Code>]: z.output<DetailsSchema<Code>[Name]>
}
