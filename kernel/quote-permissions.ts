/** How an attendee allows the organiser to quote the comment on an event. */
export const quotePermissions = ['with_name', 'without_name', 'none'] as const
export type QuotePermission = (typeof quotePermissions)[number]
