/** Line breaks of every kind, a mark at the start, and what no text holds. */
const lineBreaks = /\r\n?|[\u0085\u2028\u2029\v\f]/g
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\ufeff]/g

/**
 * A caption file's text as its lines can be read: one kind of line break, no byte order mark, no control
 * characters, with which headlines are marked later.
 */
export function tidySource(text: string): string {
  return text.toWellFormed().replace(lineBreaks, '\n').replace(invisible, '').normalize('NFC')
}
