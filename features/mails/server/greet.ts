const longestName = 40
/** Matches characters that turn a name into a URL, file name or phone number. */
const notInNames = /[/\\@:<>]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|\p{N}{4}/u

/**
 * Returns a greeting by first name, or without one. Visitors can enter any name for any address, so names
 * that look like messages or links are not used.
 */
export function greet(firstName: string): string {
  const name = readName(firstName)
  return name === undefined ? 'Hello,' : `Hello ${name},`
}

/** Returns a first name that is safe in a mail; undefined without one. */
export function readName(firstName: string): string | undefined {
  const name = firstName.replaceAll(/\s+/g, ' ').trim()
  const visible = name.replaceAll(/\p{Cf}/gu, '')
  const isName = visible !== '' && name.length <= longestName && !notInNames.test(visible)
  return isName ? name : undefined
}
