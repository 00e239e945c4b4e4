import { z } from 'zod'
import { adminEvent } from './event-shapes.ts'
import { siteSchema } from './site.ts'

/** Schema of the errors of an invalid request, each with its field. */
const errors = z.array(z.object({ field: z.string(), message: z.string() }))
/** Seconds after which the caller may retry, as in the `Retry-After` header. */
const retryAfter = z.int()
const registrations = z.int()

type Kind = {
  status: number
  /** Schemas of the fields that a refusal's response has besides `message`. */
  details: z.ZodRawShape
  /** The response's message, if all refusals with this code have the same. */
  message?: string
}

/** Response fields of an error whose response has no fields besides `message`. */
const none = {}

/** Defines a refusal with a fixed message. */
function worded<const Details extends z.ZodRawShape = typeof none>(
  status: number,
  message: string,
  details?: Details,
) {
  return { status, message, details: (details ?? none) as Details }
}

/**
 * All expected errors of the API, by refusal code. Responses carry the code in the header `refusal-code`,
 * because the specified bodies have no field for it. All other errors become a 500 response without details.
 */
export const refusals = {
  // The refusals down to `unavailable` follow from an endpoint's properties. `refusalsOf` in endpoint.ts adds them, so
  // endpoints do not list them.
  invalid_input: { status: 400, details: { errors } },
  not_signed_in: { status: 401, details: {} },
  /** The API key is missing, unknown, expired or removed. */
  key_needed: worded(401, 'Please send a valid key as Authorization: Bearer … first'),
  scope_missing: { status: 403, details: {} },
  /** The role of the calling administrator, or of the administrator who created the API key, does not suffice. */
  role_missing: { status: 403, details: {} },
  foreign_site: worded(403, 'This call may only be made from the site itself'),
  too_large: { status: 413, details: { errors } },
  address_too_long: { status: 414, details: { errors } },
  not_json: worded(415, 'The body must be JSON (application/json)'),
  no_such_range: worded(416, 'The file has no bytes in this range'),
  too_many: { status: 429, details: { retryAfter } },
  unavailable: { status: 503, details: { retryAfter } },

  // Refusals of a repeated request with an idempotency key.
  idempotency_key_in_use: worded(
    409,
    'A request with this Idempotency-Key is in progress. Please retry in a moment.',
    { retryAfter },
  ),
  idempotency_key_reused: worded(
    422,
    'This Idempotency-Key was sent with another body or to another call within 24 hours',
    { errors },
  ),

  no_such_call: worded(404, 'There is no such call'),
  no_such_picture: worded(404, 'There is no picture at this address'),
  no_such_calendar: worded(404, 'There is no calendar entry at this address'),
  no_such_format: worded(501, 'The formats are json and xml'),
  no_such_page: worded(404, 'There is no such page'),
  no_such_version: worded(404, 'There is no such version of the site'),
  no_such_event: { status: 404, details: {} },
  /**
   * The event that a visitor chose in a form does not exist; `errors` contains the message to display at the form's
   * event field.
   */
  unknown_event: { status: 404, details: { errors } },
  no_such_recording: worded(404, 'There is no such recording in the library'),
  no_such_material: worded(404, 'There is no such material'),
  no_such_transcript: worded(404, 'There is no transcript of this recording'),
  no_such_import: worded(404, 'There is no such import'),
  no_such_message: worded(404, 'There is no such email'),
  no_such_announcement: worded(404, 'There is no such announcement'),
  no_such_held_mail: worded(404, 'There is no delayed mail with this number'),
  no_such_seat: worded(404, 'There is no Zoom registration for this person'),
  no_such_person: worded(404, 'There is no such person'),
  no_such_api_key: worded(404, 'There is no such key'),
  no_such_partner_link: worded(404, 'There is no such link'),
  no_such_session: worded(404, 'This browser is not signed in'),
  no_such_registration: worded(404, 'There is no such registration'),
  no_such_administrator: { status: 404, details: {} },
  unknown_email: worded(404, 'Email not found. Please register first to access the video library.'),

  answer_final: worded(409, 'Your answer can no longer be changed.'),
  no_such_answer: worded(404, 'There is no such answer'),
  answer_changed: worded(
    409,
    'The author changed this answer after you opened it. Nothing was saved. Please reload the page.',
  ),
  quote_not_allowed: worded(409, 'The author does not allow you to quote this comment.'),
  unknown_link: { status: 404, details: {} },
  spent_link: worded(410, 'This link has been used or has expired. Please request a new one.'),

  // One refusal for all invalid sign-in codes: wrong, expired and used ones.
  wrong_code: worded(400, 'This code is wrong or has expired. Please request a new one.', {
    errors,
  }),

  held_mail_gone: { status: 409, details: { went: z.int() } },

  announcement_approved: worded(
    409,
    'This announcement is already being sent and can no longer be changed.',
  ),
  announcement_changed: worded(
    409,
    'Another administrator changed this announcement after you opened it. Nothing was saved.',
  ),
  announcement_not_approved: worded(409, 'This announcement is still a draft.'),
  announcement_untested: worded(409, 'Please send yourself a test of the current text first'),
  /** `count` is the number of people to whom the announcement would be sent now. */
  audience_changed: worded(409, 'The number of people has changed. Please check it again.', {
    count: z.int(),
  }),

  nothing_to_approve: worded(409, 'There is no recording to approve. Please reload the page.'),

  event_finished: worded(
    409,
    'This event has already ended. Would you like to be notified about future events?',
    { eventStatus: z.literal('finished'), suggestFutureEvents: z.literal(true) },
  ),
  event_cancelled: worded(409, 'This event was cancelled.', {
    eventStatus: z.literal('cancelled'),
    suggestFutureEvents: z.literal(true),
  }),
  /** `fullEventIds`: those of several chosen events that have no free seat. */
  event_full: worded(409, 'All seats for this event are taken. You can join the waiting list.', {
    eventStatus: z.literal('full'),
    fullEventIds: z.array(z.int()).optional(),
  }),
  not_registered: worded(
    403,
    'Please register for this event first, or open the link in your email.',
  ),
  date_not_confirmed: worded(409, 'The date is not confirmed yet. We will email you when it is.'),

  no_such_question: worded(404, 'There is no such question'),
  questions_used_up: worded(
    409,
    'You have already asked three questions, the maximum for an event.',
  ),
  questions_closed: worded(409, 'This event no longer accepts questions.'),

  form_questions_changed: worded(
    409,
    'Another administrator changed these questions meanwhile. Nothing was saved. Please try again.',
  ),

  no_such_crew_member: worded(404, 'There is no such crew member'),
  crew_member_known: worded(409, 'This email is already in the crew'),
  no_way_in: { status: 409, details: {} },

  no_such_webhook: worded(404, 'There is no such webhook'),
  no_such_webhook_delivery: worded(404, 'There is no such delivery'),
  too_many_webhooks: worded(409, 'There are already twenty webhooks. Remove one first.'),
  webhook_off: worded(409, 'This webhook is switched off. Switch it on first.'),
  /** The secret of a webhook cannot be stored, because SETTINGS_KEY, which encrypts secrets, is not set. */
  no_secret_kept: { status: 409, details: {} },

  wrong_password: worded(401, 'Invalid username or password'),
  /** A signed-in administrator who changes their password entered the current password wrong. */
  wrong_present_password: worded(400, 'Your current password is wrong', { errors }),
  /** The password is correct; the caller must send a two-factor code as well. */
  factor_required: worded(401, 'Please enter your two-factor code', {
    code: z.literal('factor_required'),
  }),
  /** The administrator entered their password too long ago for this call. */
  password_needed: worded(401, 'Please enter your password again', {
    code: z.literal('password_needed'),
  }),
  wrong_factor: worded(401, 'This code is wrong or has been used'),
  /** A signed-in administrator entered a wrong code when setting up two-factor authentication. */
  wrong_factor_code: worded(400, 'This code is wrong or too old', { errors }),
  factor_set: worded(409, 'Two-factor authentication is already set up. Remove it first.'),
  no_factor: worded(409, 'Two-factor authentication is not set up'),
  administrator_exists: { status: 409, details: {} },
  administrator_email_taken: worded(
    409,
    'Another administrator uses this email. Enter another one.',
  ),
  no_recovery_email: worded(409, 'Add and confirm a recovery email first.'),
  no_open_invitation: worded(409, 'This administrator has no open invitation.'),
  last_administrator: { status: 409, details: {} },
  no_place_for_copies: worded(
    409,
    'No place for backups is set. Enter a folder or a bucket first.',
  ),
  /**
   * Another administrator saved the event first. `event`: the saved event. `changedFields`: sent fields that
   * differ from it.
   */
  event_changed: worded(
    409,
    'Another administrator changed this event after you opened it. Nothing was saved.',
    { event: adminEvent, changedFields: z.array(z.string()) },
  ),
  /**
   * A program with an API key sent an `updatedAt` older than the event's last change. `updatedAt` in the response: the
   * time of that change.
   */
  event_changed_since: worded(
    409,
    'The event changed after the `updatedAt` that you sent. Nothing was saved.',
    { updatedAt: z.iso.datetime(), changedFields: z.array(z.string()) },
  ),
  /**
   * Another administrator saved the site's content first. `current`: that content with its author. `sent`: the
   * refused content.
   */
  site_changed: worded(
    409,
    'Another administrator changed the site after you opened it. Nothing was saved.',
    {
      current: z.object({
        content: siteSchema,
        version: z.int(),
        savedBy: z.string().nullable(),
        savedAt: z.iso.datetime().nullable(),
      }),
      sent: siteSchema.nullable(),
      /** Names of the top-level fields of the site's content, such as `hero`, in which `current` and `sent` differ. */
      changedFields: z.array(z.string()),
    },
  ),
  /** SITE_FILE is set, so administrators cannot edit the site. */
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
  import_undone: worded(409, 'This import has already been undone'),
  import_id_taken: worded(409, 'Another import has this batchId'),
  /**
   * The import cannot be undone completely, because later data depends on `blockerCount` of its people; `blockers`
   * names the first of them. A repeated request with `?leave=` and that number deletes only the `others` remaining
   * people.
   */
  import_built_on: {
    status: 409,
    details: {
      blockers: z.array(
        z.object({
          name: z.string(),
          email: z.string(),
          /** Key in the URL of the person's admin page. */
          personKey: z.string().nullable(),
          reason: z.string(),
        }),
      ),
      blockerCount: z.int(),
      others: z.int(),
      /** A later import with some of the same people. If it can be undone, the administrator should undo it first. */
      later: z
        .object({ id: z.string(), startedAt: z.string(), fileName: z.string().nullable() })
        .nullable(),
    },
  },
  /** `into` is the key of the person who already has this email, for the link to merge the two people. */
  email_taken: worded(409, 'This email belongs to another person. You can merge the two.', {
    into: z.string(),
  }),
  same_person: worded(409, 'Choose a different person to merge with'),
  person_changed: worded(409, 'This person has changed. Please check again.'),
  nothing_to_repeat: { status: 409, details: {} },

  /** This server process is not ready; the response to a readiness probe. */
  not_ready: { status: 503, details: {} },
} as const satisfies Record<string, Kind>

export type RefusalCode = keyof typeof refusals

type DetailsSchema<Code extends RefusalCode> = (typeof refusals)[Code]['details']

/** The fields of a refusal's response besides its message. */
export type DetailsOf<Code extends RefusalCode> = {
  [Name in keyof DetailsSchema<Code>]: z.output<DetailsSchema<Code>[Name]>
}
