// oxlint-disable-next-line no-control-regex -- matches control characters in order to remove them
const notOfText = /[\0-\x08\v\f\x0e-\x1f\x7f\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Removes characters that XML 1.0 and iCalendar files forbid, because readers reject a whole file for one such
 * character. Converts line breaks to LF.
 */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(notOfText, '')
}
