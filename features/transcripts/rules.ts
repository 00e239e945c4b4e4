/** Letters that are no sign on another one, and quotation marks, as they are searched. */
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
 * The text without accents, every character in its place: what is found in it stands at the same place in
 * the text itself.
 */
export function foldLetters(text: string): string {
  return text.replace(/[^\0-\u007f]/gu, (letter) => {
    const plain = folded[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return plain.length === letter.length ? plain : letter
  })
}

/** The longest recording whose progress is kept, in seconds. */
export const longestRecording = 12 * 60 * 60
