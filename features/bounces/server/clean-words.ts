/** What a mail server said, in one line: without what a database refuses (NUL, halves of letters) or no screen shows. */
export function cleanWords(words: string, most = 400): string {
  return words
    .slice(0, 10 * most)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
