/** Letters that Unicode does not decompose into a base letter and a combining mark. */
const undecomposed: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Returns `text` in a form for search and sorting: lower case, without accents, so that `strasse` finds
 * `Straße` and `zoe` finds `Zoë`. A property test compares this function with `greenroom_plain` in
 * schema/migrations/functions/people.sql.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[łøđħıßæœ]/g, (letter) => undecomposed[letter]!)
}

const curlyApostrophes = /[‘’]/g

/** Returns whether a text contains every word of a search, regardless of case, accents and quotation marks. */
export function containsWords(text: string, search: string): boolean {
  const folded = foldText(text.replaceAll(curlyApostrophes, "'"))
  const words = foldText(search.replaceAll(curlyApostrophes, "'"))
    .replaceAll(/["“”„«»]/g, ' ')
    .split(/\s+/)
  return words.every((word) => folded.includes(word))
}
