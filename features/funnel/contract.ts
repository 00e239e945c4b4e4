import { z } from 'zod'
import { eventRegistrationRow } from '#features/reports/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { requiredText, rowIdInPath } from '#kernel/fields.ts'
import { groupings, stages } from './rules.ts'

function day(name: string) {
  const message = `${name} must be a date from 1970 to 2999 such as 2026-12-01`
  return z.iso
    .date({ error: message, abort: true })
    .refine((given) => given >= '1970' && given < '3000', message)
}

const filter = {
  eventId: rowIdInPath.optional(),
  /** First day of the registrations and views, in the time zone of the series. */
  from: day('from').optional(),
  /** Last day. */
  to: day('to').optional(),
  by: z.enum(groupings, `Must be one of ${groupings.join(', ')}`).default('source'),
}

const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to
const noPeriod = { path: ['to'], error: 'to must not be before from' }

const query = z.object(filter).refine(isPeriod, noPeriod)
export type FunnelFilter = z.output<typeof query>

const funnelRow = z.object({
  /** Landing page, source, campaign or guest's link; without one, `direct`, `import` or `API`. */
  key: z.string(),
  /** Name and role of the crew member whose own link has this key; absent for other keys, and once they were removed. */
  label: z.string().optional(),
  /** Page views, counted anonymously. They are not visitors. */
  views: z.int(),
  /** How often visitors opened a registration form, counted anonymously. */
  formsOpened: z.int(),
  /** Number of registrations and pre-registrations, including those of erased people. */
  registered: z.int(),
  /** Number of registrants who attended, by the rule of the statistics page. */
  attended: z.int(),
  /** Number of registrants who watched at least this share of the recording, in percent. */
  watched25: z.int(),
  watched50: z.int(),
  watched90: z.int(),
})
export type FunnelRow = z.output<typeof funnelRow>

export const getFunnel = endpoint('GET /api/admin/funnel', {
  access: 'viewer',
  summary:
    'Returns views, registrations, attendance and watched recordings by landing page, source, campaign or guest’s link.',
  query,
  reply: z.array(funnelRow),
})

const peopleQuery = z
  .object({
    ...filter,
    /** Key of the funnel's row; absent for the registrations of all rows. */
    key: requiredText('key', 'key must not be empty', 2000).optional(),
    stage: z.enum(stages, `Must be one of ${stages.join(', ')}`).default('registered'),
  })
  .refine(isPeriod, noPeriod)
export type FunnelPeopleFilter = z.output<typeof peopleQuery>

const funnelPerson = eventRegistrationRow.extend({
  /** Title of the event. */
  event: z.string(),
  /** True for the registration of an erased person, which has no name and email. */
  isErased: z.boolean(),
})
export type FunnelPerson = z.output<typeof funnelPerson>

export const listFunnelPeople = endpoint('GET /api/admin/funnel/people', {
  access: 'viewer',
  summary: 'Lists the registrations behind a number of the funnel, newest first.',
  query: peopleQuery,
  reply: z.array(funnelPerson),
})
