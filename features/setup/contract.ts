import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { setupMarks, setupSteps } from '#kernel/values.ts'

/** `done` by what is there, whoever did it where; a step that is done is never skipped. */
export const stepStates = ['done', 'open', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), state: z.enum(stepStates) })),
  /** Nobody was led here yet, and nobody closed it: the first sign-in leads here. */
  isNew: z.boolean(),
  /** The dashboard says nothing of it any more. */
  isDismissed: z.boolean(),
  /** How this call came, to be compared with the address that the browser shows. */
  way: z.object({
    /** Whether a proxy says that it passed the call on. */
    isForwarded: z.boolean(),
    /** TRUST_PROXY. */
    trustsProxy: z.boolean(),
  }),
  /** What is left of the sample series. */
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
  /** Copies of before this moment are not the one that was asked for. */
  reply: z.object({ askedAt: z.iso.datetime() }),
})
