import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { setupMarks, setupSteps } from '#kernel/values.ts'

/** `done` depends on the actual state, however it came about. A done step cannot be skipped. */
export const stepStates = ['done', 'open', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), state: z.enum(stepStates) })),
  /** True if the guide was neither opened nor dismissed. */
  isNew: z.boolean(),
  /** True if the dashboard no longer mentions the guide. */
  isDismissed: z.boolean(),
  /** How this call arrived, for comparison with the URL in the browser. */
  way: z.object({
    /** True if a proxy forwarded this request. */
    isForwarded: z.boolean(),
    /** True if TRUST_PROXY is set. */
    trustsProxy: z.boolean(),
  }),
  /** The rest of the sample series. */
  sample: z.object({ events: z.int(), registrations: z.int(), hasContent: z.boolean() }),
})
export type Setup = z.output<typeof setup>

export const getSetup = endpoint('GET /api/admin/setup', {
  access: 'viewer',
  summary: 'Returns the steps of the setup guide with their states.',
  reply: setup,
})

export const markSetup = endpoint('PUT /api/admin/setup', {
  access: 'owner',
  summary: 'Sets or removes a mark of the setup guide: opened, dismissed, or a skipped step.',
  body: z.object({
    mark: z.enum(setupMarks, `mark must be one of ${setupMarks.join(', ')}`),
    isSet: z.boolean({ error: 'isSet must be true or false' }),
  }),
  reply: setup,
})

export const askForCopy = endpoint('POST /api/admin/setup/copy', {
  access: 'owner',
  summary: 'Requests a backup and its verification; `GET /api/admin/backups` returns the result.',
  refusals: ['no_place_for_copies'],
  /** Time of the request; the requested backup is newer. */
  reply: z.object({ askedAt: z.iso.datetime() }),
})
