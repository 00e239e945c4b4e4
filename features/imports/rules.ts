/** The most rows of an import that the page sends in one call: on the embedded database others wait for it. */
export const rowsInPart = 250

/** The most rows in one preview, which holds nobody up. */
export const rowsInPreview = 1000
