/** How many people one page of the admin area's list holds. */
export const peoplePageSize = 50
