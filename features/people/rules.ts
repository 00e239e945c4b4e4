import { importSource, noSource } from '#kernel/values.ts'

/** Number of people per page of the list in the admin area. */
export const peoplePageSize = 50
/** Largest page size of the list of people; the export fetches the list in pages of this size. */
export const mostPeopleAtOnce = 2000

export const peopleOrders = ['newest', 'name', 'company', 'email', 'registrations'] as const
export type PeopleOrder = (typeof peopleOrders)[number]

/** Describes the stored source of a registration: `by the form`, `by an import`, or by the path of a partner's form. */
export function describeSource(source: string): string {
  if (source === importSource) return 'by an import'
  return source === noSource ? 'by the form' : `by the form at /${source}`
}
