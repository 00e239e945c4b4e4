import { mailboxCharacters } from '#kernel/email-address.ts'

/** Replaces an e-mail wherever it stands by itself in the text, not where it is the end of another. */
export function correctEmail(text: string, email: string, correction: string): string {
  const escaped = email.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  // Signs alone before it are quotes, bullets or a table's edge, unless a letter stands before them.
  const signs = mailboxCharacters.replace('a-zA-Z0-9', '')
  const longer = String.raw`[\p{L}\p{N}]|[\p{L}\p{N}][${signs}]+`
  const alone = new RegExp(String.raw`(?<!${longer})${escaped}(?![\w-]|\.\w)`, 'giu')
  return text.replaceAll(alone, () => correction)
}
