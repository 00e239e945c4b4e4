/** Classes of a link in text, and of buttons that look like one. */
export const textLinkStyle = 'font-semibold text-glow underline underline-offset-4'
