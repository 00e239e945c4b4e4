import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { setupMarks, setupSteps } from '#kernel/values.ts'

/** `done` depends on the actual state, however it came about. A done step cannot be skipped. */
export const stepStates = ['done', 'open', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), state: z.enum(stepStates) })),
  /** True if the guide was neither opened nor dismissed, so that the first sign-in opens it. */
  isNew: z.boolean(),
  /** True if the dashboard no longer mentions the guide. */
  isDismissed: z.boolean(),
  /** How this call arrived, for comparison with the URL in the browser. */
  way: z.object({
    /** True if a proxy forwarded the call. */
    isForwarded: z.boolean(),
    /** Whether TRUST_PROXY is set. */
    trustsProxy: z.boolean(),
  }),
  /** What remains of the sample series. */
  sample: z.object({ events: z.int(), registrations: z.int(), hasContent: z.boolean() }),
})
export type Setup = z.output<typeof setup>

export const getSetup = endpoint('GET /api/admin/setup', {
  access: 'admin',
  summary: 'The steps of the set-up, and which of them are left.',
  reply: setup,
})

export const markSetup = endpoint('PUT /api/admin/setup', {
  access: 'admin',
  summary:
    'Notes that the set-up was opened or is dismissed, or that a step is skipped, or takes that back.',
  body: z.object({
    mark: z.enum(setupMarks, `mark must be one of ${setupMarks.join(', ')}`),
    isSet: z.boolean({ error: 'isSet must be true or false' }),
  }),
  reply: setup,
})

export const askForCopy = endpoint('POST /api/admin/setup/copy', {
  access: 'admin',
  summary:
    'Makes a copy of the database at once, and proves it; `GET /api/admin/backups` says what came of it.',
  refusals: ['no_place_for_copies'],
  /** Time of the request; the requested backup is newer. */
  reply: z.object({ askedAt: z.iso.datetime() }),
})
