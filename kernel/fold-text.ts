/** Letters that Unicode does not decompose into a plain letter and a combining mark. */
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
 * Text as it is searched and sorted: lower case, without accents, so that `strasse` finds `Straße` and `zoe` finds
 * `Zoë`. `greenroom_plain` of schema/migrations/functions/people.sql does the same in SQL; a property test compares
 * the two.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[łøđħıßæœ]/g, (letter) => undecomposed[letter]!)
}
