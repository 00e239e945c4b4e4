import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowId, rowIdInPath } from './fields.ts'
import { chapter, cue } from './transcripts.ts'

const seconds = z.number().min(0)

/** Where those who watched an interview left it. Times in seconds of the recording. */
export const dropOff = z.object({
  eventId: rowId,
  /** Different e-mails that watched any of it. */
  viewers: z.int(),
  duration: seconds,
  /** From each of these seconds on, until the next, so many have seen it. */
  curve: z.array(z.object({ from: seconds, viewers: z.int() })),
  /** Parts that more have seen than what comes before them: sought out, or gone back to. */
  peaks: z.array(z.object({ from: seconds, to: seconds, viewers: z.int() })),
  /** Where most left within half a minute, and what is being said there; null where nobody did. */
  steepest: z
    .object({ from: seconds, to: seconds, before: z.int(), after: z.int(), said: z.array(cue) })
    .nullable(),
  chapters: z.array(chapter),
})
export type DropOff = z.output<typeof dropOff>

export const getDropOff = endpoint({
  method: 'GET',
  path: '/api/admin/events/:id/drop-off',
  access: 'admin',
  summary: 'How many have seen each part of a recording, and where they leave.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: dropOff,
})
