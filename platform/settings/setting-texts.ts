import type { LiveSettingName } from '#kernel/live-settings.ts'
import { limitsOffOnPublicSite, type Config } from './config.ts'
import { settings } from './settings.ts'
import { joinSettings, type StoredSettings } from './settings-store.ts'

/**
 * Names of all settings. This file validates the text of a setting that an administrator types, by the same rules as
 * the environment variable.
 */
export const settingNames = Object.keys(settings)

export function readFallback(name: LiveSettingName): string {
  return settings[name].fallback
}

/** Returns the error in the text of one setting as a sentence; undefined if the text is valid. */
export function findWrong(name: LiveSettingName, text: string): string | undefined {
  const read = settings[name].schema.safeParse(text)
  return read.success ? undefined : asSentence(read.error.issues[0]!.message)
}

function asSentence(message: string) {
  return message.charAt(0).toUpperCase() + message.slice(1)
}

export type WrongField = { field: string; message: string }

/**
 * Returns the errors in the combination of settings: incomplete settings of a provider, or a public site without
 * rate limits.
 */
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

/** Returns the first word of a setting's name: `ZOOM` for `ZOOM_CLIENT_ID`. */
const groupOf = (name: string) => name.split('_', 1)[0]!

function explain(words: string) {
  const [, reason] = /^is missing: (.*)$/.exec(words) ?? []
  return reason ? `Enter this as well: ${reason}` : asSentence(words)
}
