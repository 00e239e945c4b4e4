import { mailboxCharacters } from '#kernel/email-address.ts'

/** Replaces an email address wherever it occurs on its own, not as the end of a longer address. */
export function correctEmail(text: string, email: string, correction: string): string {
  const escaped = email.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  // Symbols before the address are quotes, bullets or table borders unless a letter precedes them.
  const signs = mailboxCharacters.replace('a-zA-Z0-9', '')
  const longer = String.raw`[\p{L}\p{N}]|[\p{L}\p{N}][${signs}]+`
  const wholeEmail = new RegExp(String.raw`(?<!${longer})${escaped}(?![\w-]|\.\w)`, 'giu')
  return text.replaceAll(wholeEmail, () => correction)
}
