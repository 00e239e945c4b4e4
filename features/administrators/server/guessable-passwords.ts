import { foldName } from '#features/sign-in/server/administrator-names.ts'

/** Loaded on demand, because it has tens of thousands of entries and is seldom needed. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let loading: Promise<Set<string>> | undefined

/**
 * Returns whether a password is easy to guess: common, also with added digits or repeated; a row of keys or
 * digits; or the administrator's name.
 */
export async function isCommonPassword(password: string, username = ''): Promise<boolean> {
  const common = await (loading ??= loadCommon())
  const lower = password.toLowerCase()
  const core = coreOf(lower)
  const tried = [lower, core, halfOf(lower), halfOf(core)]
  if (tried.some((one) => one.length > 0 && common.has(one))) return true
  // "123456789012" and "............" contain no word.
  if (core === '' && /^[\d\s]*$|^(.)\1*$/.test(lower)) return true
  if (new Set(lower).size < 5) return true
  if (rows.some((row) => row.includes(lower.slice(0, 10)))) return true
  const names = [username, coreOf(username)].filter((name) => name !== '').map(foldName)
  return tried.some((one) => one !== '' && names.includes(foldName(one)))
}

/** Returns the text without characters at both ends that are not letters. */
function coreOf(text: string): string {
  return text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

const rows = ['qwertyuiopasdfghjklzxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '1234567890qwertyuiop']

/** Returns the repeated part of a text: "letmein" of "letmeinletmein". */
function halfOf(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? ''
}
