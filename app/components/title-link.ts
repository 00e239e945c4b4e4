/** A title that leads to the page of its event: a heading first, a link when it is looked at. */
export const titleLink = 'hover:text-glow hover:underline hover:underline-offset-4'
