import { mailboxCharacters } from '#shared/email-address.ts'

/** Replaces an e-mail wherever it stands by itself in the text, not where it is the end of another. */
export function correctEmail(text: string, email: string, correction: string): string {
  const escaped = email.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  // An apostrophe before it may be a quotation mark, unless a letter stands before that.
  const others = mailboxCharacters.replace("'", '')
  const alone = new RegExp(String.raw`(?<![${others}]|[${others}]')${escaped}(?![\w-]|\.\w)`, 'gi')
  return text.replaceAll(alone, () => correction)
}
