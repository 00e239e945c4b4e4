import { z } from 'zod'
import { accessTypes } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { limits, optionalText } from './fields.ts'

/**
 * An access tracking event. The e-mail is the session's, the address and user agent are the request's;
 * the same fields in the body are ignored. Specification, "Usage".
 */
export const trackingForm = z.object({
  accessType: z.enum(accessTypes, { error: `Must be one of ${accessTypes.join(', ')}` }),
  /** The event whose recording was opened. */
  videoId: z
    .int({ error: 'Must be a whole number' })
    .nullish()
    .transform((id) => id ?? null),
  videoTitle: optionalText('Video title', limits.questions),
  /** Whole seconds since the page loaded; its presence marks a closing page_visit. */
  sessionDuration: z
    .int({ error: 'Must be a whole number of seconds' })
    .min(0, 'Must not be negative')
    .max(2147483647, 'Is too large')
    .nullish()
    .transform((seconds) => seconds ?? null),
})
export type TrackingForm = z.output<typeof trackingForm>

export const trackAccess = endpoint({
  method: 'POST',
  path: '/api/track-access',
  access: 'session',
  summary: 'Notes a page visit, a login or a watched recording.',
  body: trackingForm,
  reply: z.object({ recorded: z.literal(true) }),
})
