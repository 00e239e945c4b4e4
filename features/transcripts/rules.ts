/** Letters without decomposition in Unicode, and quotation marks, with their replacement in searches. */
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
 * Returns the text without accents, with the same length, so that positions of matches are valid in
 * the original.
 */
export function foldLetters(text: string): string {
  return text.replace(/[^\0-\u007f]/gu, (letter) => {
    const plain = folded[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return plain.length === letter.length ? plain : letter
  })
}

/** Seconds; progress of longer recordings is not stored. */
export const longestRecording = 12 * 60 * 60
