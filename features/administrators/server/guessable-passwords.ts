import { foldName } from '#features/sign-in/server/administrator-names.ts'

/** Loads the list of common passwords on demand, because it has tens of thousands of entries and is seldom needed. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let loading: Promise<Set<string>> | undefined

/**
 * Returns whether a password is easy to guess: a common password (also repeated, or with digits added), neighbouring
 * keys of the keyboard, consecutive digits, or the administrator's name.
 */
export async function isCommonPassword(password: string, username = ''): Promise<boolean> {
  const common = await (loading ??= loadCommon())
  const lower = password.toLowerCase()
  const core = coreOf(lower)
  const tried = [lower, core, halfOf(lower), halfOf(core)]
  if (tried.some((one) => one.length > 0 && common.has(one))) return true
  // Passwords without letters, such as "123456789012" and "............".
  if (core === '' && /^[\d\s]*$|^(.)\1*$/.test(lower)) return true
  if (new Set(lower).size < 5) return true
  if (rows.some((row) => row.includes(lower.slice(0, 10)))) return true
  const names = [username, coreOf(username)].filter((name) => name !== '').map(foldName)
  return tried.some((one) => one !== '' && names.includes(foldName(one)))
}

/** Returns the text in lower case, without characters other than letters at both ends. */
function coreOf(text: string): string {
  return text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

const rows = ['qwertyuiopasdfghjklzxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '1234567890qwertyuiop']

/** Returns the part of which a text is a repetition, such as "letmein" for "letmeinletmein"; otherwise ''. */
function halfOf(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? ''
}
