/** The most rows that the page sends in one call, imports and previews alike. */
export const rowsInPart = 1000
