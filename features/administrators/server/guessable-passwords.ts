import { foldName } from '#features/sign-in/server/administrator-names.ts'

/** Loaded where a password is chosen, which is seldom: the list has tens of thousands. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let loading: Promise<Set<string>> | undefined

/**
 * Whether a password is one that everybody tries: a common one, also made longer by digits or by saying it
 * twice, a row of keys or digits, or the administrator's own name.
 */
export async function isCommonPassword(password: string, username = ''): Promise<boolean> {
  const common = await (loading ??= loadCommon())
  const lower = password.toLowerCase()
  const core = coreOf(lower)
  const tried = [lower, core, halfOf(lower), halfOf(core)]
  if (tried.some((one) => one.length > 0 && common.has(one))) return true
  // "123456789012", "............": no word, and nothing to guess.
  if (core === '' && /^[\d\s]*$|^(.)\1*$/.test(lower)) return true
  if (new Set(lower).size < 5) return true
  if (rows.some((row) => row.includes(lower.slice(0, 10)))) return true
  const names = [username, coreOf(username)].filter((name) => name !== '').map(foldName)
  return tried.some((one) => one !== '' && names.includes(foldName(one)))
}

/** Without what is no letter at both ends. */
function coreOf(text: string): string {
  return text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

const rows = ['qwertyuiopasdfghjklzxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '1234567890qwertyuiop']

/** What a text says twice or more often, "letmein" of "letmeinletmein". */
function halfOf(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? ''
}
