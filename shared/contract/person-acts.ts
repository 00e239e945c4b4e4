import { z } from 'zod'
import { topics } from '#shared/messages.ts'
import { endpoint } from './endpoint.ts'
import { email, firstName, instant, lastName, rowId, rowIdInPath } from './fields.ts'
import { personKey as key } from './people.ts'

/** What the organiser does about one person. Specification, "People in the admin area". */

export const cancelRegistration = endpoint({
  method: 'DELETE',
  path: '/api/admin/registrations/:id',
  access: 'admin',
  summary:
    'Cancels a registration: seat and mailing-list group follow, and nothing more is told of it.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_registration'],
  reply: z.object({ id: rowId, eventId: rowId }),
})

export const confirmForPerson = endpoint({
  method: 'POST',
  path: '/api/admin/registrations/:id/take-seat',
  access: 'admin',
  summary: 'Confirms the seat of somebody pre-registered, and tells them.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['unknown_link', 'event_finished', 'event_cancelled', 'date_not_confirmed'],
  reply: z.object({ title: z.string(), when: z.string().nullable() }),
})

export const unsubscribePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/:key/unsubscribe',
  access: 'admin',
  summary: 'Notes that a person wants no more news, or reminders; only they can take it back.',
  params: z.object({ key }),
  body: z.object({ topics: z.array(z.enum(topics)).min(1, 'Say from what: news or reminders') }),
  refusals: ['no_such_person'],
  reply: z.object({ topics: z.array(z.enum(topics)) }),
})

export const removeBounce = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:key/bounce',
  access: 'admin',
  summary: 'Writes to an address again that mails came back from.',
  params: z.object({ key }),
  refusals: ['no_such_person'],
  reply: z.object({ key }),
})

export const erasePerson = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:key',
  access: 'admin',
  summary: 'Erases a person everywhere; figures stay as they are, without them.',
  params: z.object({ key }),
  refusals: ['no_such_person', 'person_changed'],
  /** Under which the outcome is kept. */
  reply: z.object({ number: rowId }),
})

const erasure = z.object({
  number: rowId,
  erasedAt: instant,
  /** Whether restored copies will apply it: its digests stand beside the backups. */
  isKept: z.boolean(),
  /** What Zoom and MailerLite made of it. */
  tasks: z.array(
    z.object({
      provider: z.enum(['zoom', 'mailerlite']),
      state: z.enum(['waiting', 'done', 'failed']),
      outcome: z.string().nullable(),
    }),
  ),
})
export type Erasure = z.output<typeof erasure>

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/admin/erasures',
  access: 'admin',
  summary: 'Whom nobody knows any more: each erasure by its number, newest first, and its outcome.',
  reply: z.array(erasure),
})

export const exportPerson = endpoint({
  method: 'GET',
  path: '/api/admin/people/:key/export',
  access: 'admin',
  summary: 'Everything that is kept of a person, and what each part is.',
  params: z.object({ key }),
  refusals: ['no_such_person', 'person_changed'],
  reply: z.object({
    madeAt: instant,
    parts: z.array(
      z.object({
        name: z.string(),
        /** What it is, in words for the person. */
        what: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
})

const plan = z.object({
  key: z.string(),
  /** Whether nothing was written: only what would happen. */
  isDryRun: z.boolean(),
  /** What becomes of the rows, table by table, in words for the organiser. */
  steps: z.array(z.object({ what: z.string(), rows: z.int() })),
})
export type PersonPlan = z.output<typeof plan>
const dryRun = z.object({ dryRun: z.enum(['0', '1']).optional() })

export const changePerson = endpoint({
  method: 'PATCH',
  path: '/api/admin/people/:key',
  access: 'admin',
  summary: 'Corrects names or the e-mail of a person; an e-mail of somebody else offers the merge.',
  params: z.object({ key }),
  query: dryRun,
  body: z.object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    email: email.optional(),
  }),
  refusals: ['no_such_person', 'person_changed', 'email_taken'],
  reply: plan,
})

export const mergePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/:key/merge',
  access: 'admin',
  summary:
    'Makes one person of two: all that this one has goes to the other, who keeps key and e-mail.',
  params: z.object({ key }),
  query: dryRun,
  /** The key of the other. */
  body: z.object({ into: key }),
  refusals: ['no_such_person', 'person_changed', 'same_person'],
  reply: plan,
})
