/** The most events that the landing page shows, under Upcoming Events as under Future Events. */
export const mostShown = 2
