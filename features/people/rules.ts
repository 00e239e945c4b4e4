/** How many people one page of the admin area's list holds. */
export const peoplePageSize = 50
/** The largest page, which a file of everybody who is found is made of. */
export const mostPeopleAtOnce = 2000

/** What the list may be sorted by. */
export const peopleOrders = ['newest', 'name', 'company', 'email', 'registrations'] as const
export type PeopleOrder = (typeof peopleOrders)[number]
