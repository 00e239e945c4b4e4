const longestName = 40
/** What makes an address, a file or a number to call of the words around it. */
const notOfNames = /[/\\@:<>]|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|\p{N}{4}/u

/**
 * Greets by first name, and well without one. Anybody may type any name for any address: what reads as
 * a message or a link is no greeting.
 */
export function greet(firstName: string): string {
  const name = readName(firstName)
  return name === undefined ? 'Hello,' : `Hello ${name},`
}

/** A first name that may stand in a mail; undefined for none, and for what is no name. */
export function readName(firstName: string): string | undefined {
  const name = firstName.replaceAll(/\s+/g, ' ').trim()
  const visible = name.replaceAll(/\p{Cf}/gu, '')
  const isName = visible !== '' && name.length <= longestName && !notOfNames.test(visible)
  return isName ? name : undefined
}
