/** Where a page's form stands: the answer to it opens there, whatever is above it. */
export const formId = 'form'
