/** One line without control characters and halves of characters, whatever was pasted: what subjects are made of. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
