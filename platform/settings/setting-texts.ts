import type { LiveSettingName } from '#kernel/live-settings.ts'
import { limitsOffOnPublicSite, type Config } from './config.ts'
import { settings } from './settings.ts'
import { joinSettings, type StoredSettings } from './settings-store.ts'

/** The rules of the environment, for texts that are typed in the admin area. */

export const settingNames = Object.keys(settings)

/** What stands where a setting is not set. */
export function readFallback(name: LiveSettingName): string {
  return settings[name].fallback
}

/** What is wrong with a text by itself, as a sentence. */
export function findWrong(name: LiveSettingName, text: string): string | undefined {
  const read = settings[name].schema.safeParse(text)
  return read.success ? undefined : asSentence(read.error.issues[0]!.message)
}

function asSentence(message: string) {
  return message.charAt(0).toUpperCase() + message.slice(1)
}

export type WrongField = { field: string; message: string }

/** What is wrong with changed settings beside all others: half of a group, a public site that counts nothing. */
export function findWrongTogether(
  names: LiveSettingName[],
  stored: StoredSettings,
  config: Pick<Config, 'given' | 'dataDir' | 'rateLimits'>,
): WrongField[] {
  const problems: string[] = []
  const { publicUrl } = joinSettings(config, stored, problems)
  const groups = names.map(groupOf)
  const wrong = problems.flatMap((problem) => {
    const [field = '', ...words] = problem.split(' ')
    return groups.includes(groupOf(field)) ? [{ field, message: explain(words.join(' ')) }] : []
  })
  const isPublic = names.includes('PUBLIC_URL') && publicUrl?.startsWith('https:')
  if (isPublic && !config.rateLimits) {
    wrong.push({ field: 'PUBLIC_URL', message: limitsOffOnPublicSite })
  }
  return wrong
}

/** `ZOOM` of `ZOOM_CLIENT_ID`. */
const groupOf = (name: string) => name.split('_', 1)[0]!

function explain(words: string) {
  const [, reason] = /^is missing: (.*)$/.exec(words) ?? []
  return reason ? `Enter this as well: ${reason}` : asSentence(words)
}
