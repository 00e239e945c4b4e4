import { mailboxCharacters } from '#kernel/email-address.ts'

/** Replaces every occurrence of an email address in a text, except where it is the end of a longer address. */
export function correctEmail(text: string, email: string, correction: string): string {
  const escaped = email.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  // Leave longer email addresses that end with this one unchanged: no letter or digit may precede it, but quotes,
  // bullets and table borders may.
  const signs = mailboxCharacters.replace('a-zA-Z0-9', '')
  const longer = String.raw`[\p{L}\p{N}]|[\p{L}\p{N}][${signs}]+`
  const wholeEmail = new RegExp(String.raw`(?<!${longer})${escaped}(?![\w-]|\.\w)`, 'giu')
  return text.replaceAll(wholeEmail, () => correction)
}
