/**
 * Returns a mail server's message on one line, without characters that the database rejects (NUL, unpaired
 * surrogates) or that are invisible.
 */
export function cleanMessage(words: string, most = 400): string {
  return words
    .slice(0, 10 * most)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
