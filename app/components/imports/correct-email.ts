/** Replaces an e-mail wherever it stands by itself in the text, not where it is the end of another. */
export function correctEmail(text: string, email: string, correction: string): string {
  const escaped = email.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const alone = new RegExp(String.raw`(?<![\w.%+-])${escaped}(?![\w-]|\.\w)`, 'gi')
  return text.replaceAll(alone, () => correction)
}
