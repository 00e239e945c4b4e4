import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rowIdInPath } from './fields.ts'
import { chapter, cue } from './transcripts.ts'

export const publicTranscripts = z.object({ chapters: z.array(chapter), cues: z.array(cue) })
export type PublicTranscript = z.output<typeof publicTranscripts>

export const getPublicTranscript = endpoint({
  method: 'GET',
  path: '/api/event-words/:id',
  access: 'public',
  summary: 'What everybody sees of a recording: chapters, and what is said where that was opened.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: publicTranscripts,
})
