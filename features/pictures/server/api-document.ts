import type { RefusalCode } from '#kernel/refusals.ts'

/** The properties of an OpenAPI operation that this file uses. */
export type Operation = { responses: Record<string, Answer>; [name: string]: unknown }
export type Answer = { description: string; headers?: object; content?: object }

export const unchanged: Answer = { description: 'Unchanged since the `ETag` that was sent.' }

export const pictureRefusals: RefusalCode[] = [
  'invalid_input',
  'no_such_picture',
  // Response to a request for a picture whose name cannot belong to an event.
  'no_such_call',
  'too_many',
  'unavailable',
]

const nameOf = (description: string) => ({
  name: 'name',
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})
const queried = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  schema,
})
const version = queried('v', 'What a page put there: an address with it is kept for a year.', {
  type: 'string',
})

/**
 * OpenAPI operations for pictures. They are not in the contract, because pages and feed readers load pictures
 * directly.
 */
export const pictureOperations: Record<string, Operation> = {
  '/images/{name}': {
    operationId: 'getPicture',
    summary: 'A picture of the site, as it is or as a variant.',
    description: 'Public.',
    security: [],
    parameters: [
      nameOf('Its path in the folder of pictures, or the name that an upload answered.'),
      queried('w', 'Width in pixels, one of those that pages ask for.', { type: 'integer' }),
      queried('f', 'The format of the variant.', { type: 'string' }),
      version,
    ],
    responses: { 200: { description: 'The picture.', content: { 'image/*': {} } }, 304: unchanged },
  },
  '/share/{name}': {
    operationId: 'getSharePicture',
    summary:
      'The card of an event to share, which previews of its link show, or the picture of the series.',
    description: 'Public.',
    security: [],
    parameters: [
      nameOf(
        '`series.jpg`, `event-{id}.jpg` (1200x630), `event-{id}-square.jpg` (1080x1080) or `event-{id}-story.jpg` (1080x1920).',
      ),
      version,
    ],
    responses: {
      200: { description: 'The picture.', content: { 'image/jpeg': {} } },
      304: unchanged,
    },
  },
}
