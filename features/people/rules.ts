/** People per page in the admin area. */
export const peoplePageSize = 50
/** Largest page size; the export reads the list in pages of this size. */
export const mostPeopleAtOnce = 2000

export const peopleOrders = ['newest', 'name', 'company', 'email', 'registrations'] as const
export type PeopleOrder = (typeof peopleOrders)[number]
