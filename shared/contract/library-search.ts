import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, rowId } from './fields.ts'

export const searchHit = z.object({
  eventId: rowId,
  title: z.string(),
  /** Where the line begins that holds the first word. */
  atSeconds: z.number().min(0),
  speaker: z.string().nullable(),
  /** What was said, the words found between `markStart` and `markEnd`. */
  text: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

export const foundInLibrary = z.object({
  /** With every word in title, guest or description. */
  interviews: z.array(z.object({ eventId: rowId, title: z.string(), speakerName: z.string() })),
  /** Best first, at most three of an interview unless it was asked for alone. */
  moments: z.array(searchHit),
  /** Interviews with more moments: ask again with `eventId`. */
  more: z.array(rowId),
  /** Where nothing was found: the query with words that were said. */
  suggestion: z.string().nullable(),
})
export type FoundInLibrary = z.output<typeof foundInLibrary>

export const searchLibrary = endpoint({
  method: 'GET',
  path: '/api/members/search',
  access: 'member',
  summary: 'Interviews by their titles, guests and descriptions, and moments by what was said.',
  query: z.object({
    /** Words, and phrases in double quotes. */
    q: optionalText('q', 200),
    /** Moments of this interview alone, up to fifty. */
    eventId: z.coerce.number({ error: 'eventId must be a number' }).pipe(rowId).optional(),
  }),
  reply: foundInLibrary,
})
