import { z } from 'zod'
import { audienceKinds, isOfEvent } from './audience-kinds.ts'
import { optionalEventId, rowId } from './fields.ts'

/**
 * Schema of one audience in a request. Unknown fields are refused: ignoring a misspelt filter could select
 * everyone.
 */

const part = z
  .strictObject({
    kind: z.enum(audienceKinds, `kind must be one of ${audienceKinds.join(', ')}`),
    eventId: optionalEventId,
  })
  .superRefine(({ kind, eventId }, context) => {
    if (isOfEvent(kind) === (eventId !== undefined)) return
    const message = isOfEvent(kind)
      ? `${kind} needs an eventId`
      : `${kind} does not take an eventId`
    context.addIssue({ code: 'custom', path: ['eventId'], message })
  })
const most = 20
const parts = z.array(part).max(most, `At most ${most} audiences can be combined`)

/**
 * Schema of an announcement's recipients in a request: people in at least one audience of `any` and in none of
 * `except`, plus the crew of the event `crewOf`.
 */
export const audience = z.strictObject(
  {
    any: parts.min(1, 'An audience needs at least one part'),
    except: parts.nullish().transform((value) => value ?? []),
    crewOf: optionalEventId,
  },
  'An audience must be {any, except?}',
)

const storedParts = z.array(z.object({ kind: z.enum(audienceKinds), eventId: rowId.optional() }))
/** Schema of an announcement's recipients in a response. */
export const storedAudience = z.object({
  any: storedParts,
  except: storedParts,
  crewOf: rowId.optional(),
})
