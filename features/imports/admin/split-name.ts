/** What stands in brackets: the name as it was registered, or how somebody is spoken of. */
const bracketed = /\(([^()]*)\)/g

/**
 * A whole name as first and last name: the last word is the last name, with the small words before it
 * (`van der Merwe`); a comma puts it first (`Dlamini, Sipho`). A single word has no last name.
 */
export function splitName(whole: string): { firstName: string; lastName: string } {
  const name = chooseName(whole)
  const [before = '', after, ...rest] = name.split(/\s*,\s*/)
  if (before && after && rest.length === 0) return { firstName: after, lastName: before }
  const words = name.split(' ')
  let last = words.length - 1
  while (last > 1 && /^\p{Ll}/u.test(words[last - 1] ?? '')) last -= 1
  if (last === 0) return { firstName: name, lastName: '' }
  return { firstName: words.slice(0, last).join(' '), lastName: words.slice(last).join(' ') }
}

/** `Sipho (Sipho Dlamini)` is called as in the brackets, `Sipho Dlamini (he/him)` is not. */
function chooseName(whole: string) {
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const outside = tidy(whole.replaceAll(bracketed, ' '))
  const inside = [...whole.matchAll(bracketed)].map(([, text = '']) => tidy(text))
  const fuller = inside.find((text) => text.includes(' ') && !text.includes('/'))
  return outside.includes(' ') || fuller === undefined ? outside : fuller
}
