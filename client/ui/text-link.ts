/** The look of a link in a text, and of what is pressed like one. */
export const textLinkStyle = 'font-semibold text-glow underline underline-offset-4'
