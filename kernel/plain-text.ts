// oxlint-disable-next-line no-control-regex -- these are what is to go
const notOfText = /[\0-\x08\v\f\x0e-\x1f\x7f\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Removes characters that XML 1.0 and calendar files forbid, since readers reject the whole file for one;
 * normalises line breaks.
 */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(notOfText, '')
}
