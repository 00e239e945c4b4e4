/** Number of people per page of the list in the admin area. */
export const peoplePageSize = 50
/** Largest page size of the list of people; the export fetches the list in pages of this size. */
export const mostPeopleAtOnce = 2000

export const peopleOrders = ['newest', 'name', 'company', 'email', 'registrations'] as const
export type PeopleOrder = (typeof peopleOrders)[number]
