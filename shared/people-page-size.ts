/** How many people one page of the desk's list holds. */
export const peoplePageSize = 50
