import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { setupMarks, setupSteps } from '#kernel/values.ts'

/**
 * States of a setup step. A step is done if the site's configuration shows it, even if it was configured elsewhere. A
 * done step cannot be skipped.
 */
export const stepStates = ['done', 'open', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), state: z.enum(stepStates) })),
  /** True if no administrator has opened or dismissed the setup guide. */
  isNew: z.boolean(),
  /** True if an administrator hid the setup guide on the dashboard. */
  isDismissed: z.boolean(),
  /** Through which proxy and protocol this request arrived, to advise administrators about the public URL. */
  way: z.object({
    /** True if a proxy forwarded this request. */
    isForwarded: z.boolean(),
    /** True if TRUST_PROXY is set. */
    trustsProxy: z.boolean(),
  }),
  /** What is left of the sample series: numbers of events and registrations, and whether the content has samples. */
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
  /** Time of this request; the requested backup is newer. */
  reply: z.object({ askedAt: z.iso.datetime() }),
})
