import type { SettingsArea, SettingsField, SettingsForm } from '#features/settings/contract.ts'
import {
  liveSettings,
  isSecretField,
  settingAreas,
  settingOf,
  type SettingArea,
  type SettingField,
} from '#kernel/live-settings.ts'
import {
  isAddressSetting,
  splitAddress,
  type AddressParts,
} from '#platform/settings/address-parts.ts'
import type { Config } from '#platform/settings/config.ts'
import { readFallback } from '#platform/settings/setting-texts.ts'
import type { StoredSettings } from '#platform/settings/settings-store.ts'

/**
 * Fields with account names, which some providers use as passwords, too. Replies leave out an account name that
 * equals its password or that the environment sets.
 */
const accounts: SettingField[] = [
  'SMTP_URL.user',
  'BOUNCE_IMAP_URL.user',
  'BACKUP_S3_KEY_ID',
  'ZOOM_ACCOUNT_ID',
  'ZOOM_CLIENT_ID',
]

export type AreaSources = {
  given: Config['given']
  stored: StoredSettings
  keepsSecrets: boolean
}

export function describeAreas(sources: AreaSources): SettingsArea[] {
  return settingAreas.map((area) => describeArea(area, sources))
}

/** Returns the settings of one area for its form: each value and where it comes from, without secrets. */
export function describeArea(
  area: SettingArea,
  { given, stored, keepsSecrets }: AreaSources,
): SettingsArea {
  const fields = liveSettings[area].map((field): SettingsField => {
    const name = settingOf(field)
    const locked = given[name]
    const text = readField(field, stored)
    const isSecret = isSecretField(field)
    const isLost = locked === undefined && isSecret && (stored[name]?.isLost ?? false)
    const shown = locked === undefined ? text : readText(field, locked)
    const isOwnPassword = stored[name]?.secret === shown
    const isAccount = accounts.includes(field)
    const isHidden = isSecret || (isAccount && (locked !== undefined || isOwnPassword))
    return {
      field,
      value: isHidden ? '' : shown,
      isSet: shown !== '',
      fallback: fallbackOf(field),
      lockedBy: locked === undefined ? null : name,
      isLost,
    }
  })
  return { area, keepsSecrets, fields }
}

/** Returns the fields of a settings area whose submitted values differ from the present ones. */
export function changedFields(
  area: SettingArea,
  fields: Pick<SettingsField, 'field' | 'value'>[] = [],
  sources: AreaSources,
): SettingsForm {
  const read = describeArea(area, sources).fields
  const isChanged = ({ field, value }: (typeof fields)[number]) =>
    read.find((one) => one.field === field)?.value !== value
  return Object.fromEntries(fields.filter(isChanged).map(({ field, value }) => [field, value]))
}

function fallbackOf(field: SettingField): string {
  if (field.endsWith('.security')) return 'tls'
  if (field.endsWith('.folder')) return 'INBOX'
  return field.includes('.') ? '' : readFallback(settingOf(field))
}

const partOf = (field: SettingField) => field.split('.')[1] as keyof AddressParts | undefined

function readText(field: SettingField, text: string): string {
  const [name, part] = [settingOf(field), partOf(field)]
  return isAddressSetting(name) && part ? splitAddress(name, text)[part] : text
}

/** Returns the stored value of a field in the settings form, even if it is secret. */
export function readField(field: SettingField, stored: StoredSettings): string {
  const found = stored[settingOf(field)]
  if (isSecretField(field)) return found?.secret ?? ''
  return readText(field, found?.value ?? '')
}
