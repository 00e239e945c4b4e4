/** Replacements, for searches, of quotation marks and of letters that Unicode does not decompose. */
const folded: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/**
 * Returns a text without accents. The length stays the same, so that positions of matches are valid in the original
 * text.
 */
export function foldLetters(text: string): string {
  return text.replace(/[^\0-\u007f]/gu, (letter) => {
    const plain = folded[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return plain.length === letter.length ? plain : letter
  })
}

/** Maximum length of a recording in seconds; watch progress, lines and chapters beyond it are not stored. */
export const longestRecording = 12 * 60 * 60
