import { z } from 'zod'
import { audienceKinds, isOfEvent } from './audience-kinds.ts'
import { optionalEventId, rowId } from './fields.ts'

/** An audience as calls name it. What it says of nobody it refuses: left out, it might mean everybody. */

const part = z
  .strictObject({
    kind: z.enum(audienceKinds, `kind must be one of ${audienceKinds.join(', ')}`),
    eventId: optionalEventId,
  })
  .superRefine(({ kind, eventId }, context) => {
    if (isOfEvent(kind) === (eventId !== undefined)) return
    const message = isOfEvent(kind)
      ? `Say of which event: ${kind} needs an eventId`
      : `${kind} is of no event: leave the eventId out`
    context.addIssue({ code: 'custom', path: ['eventId'], message })
  })
const most = 20
const parts = z.array(part).max(most, `At most ${most} audiences can be joined`)

/** Whoever is in one of `any` and in none of `except`; `crewOf`: and the crew of that event. */
export const audience = z.strictObject(
  {
    any: parts.min(1, 'Say to whom: an audience needs at least one part'),
    except: parts.nullish().transform((value) => value ?? []),
    crewOf: optionalEventId,
  },
  'Say to whom: an audience is {any, except?}',
)

const storedParts = z.array(z.object({ kind: z.enum(audienceKinds), eventId: rowId.optional() }))
/** The same as it is answered. */
export const storedAudience = z.object({
  any: storedParts,
  except: storedParts,
  crewOf: rowId.optional(),
})
