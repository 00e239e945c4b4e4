const longestName = 40
/** Matches characters that turn a name into a URL, file name or phone number. */
const notInNames = /[/\\@:<>]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|\p{N}{4}/u

/**
 * Returns the greeting of a mail, with the first name if it is safe. Strangers can register any email with
 * any name, so names that look like links or messages are left out.
 */
export function greet(firstName: string): string {
  const name = readName(firstName)
  return name === undefined ? 'Hello,' : `Hello ${name},`
}

/** Returns the first name in one line if it is safe in a mail; else undefined. */
export function readName(firstName: string): string | undefined {
  const name = firstName.replaceAll(/\s+/g, ' ').trim()
  const visible = name.replaceAll(/\p{Cf}/gu, '')
  const isName = visible !== '' && name.length <= longestName && !notInNames.test(visible)
  return isName ? name : undefined
}
