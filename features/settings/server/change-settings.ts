import type { SettingsForm } from '#features/settings/contract.ts'
import {
  liveSettings,
  isSecretField,
  secretFields,
  settingOf,
  type LiveSettingName,
  type SettingArea,
  type SettingField,
} from '#kernel/live-settings.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { isAddressSetting, joinAddress, splitAddress } from '#platform/settings/address-parts.ts'
import { isBucket, placeBelow } from '#platform/settings/backup-folder.ts'
import type { Config, LiveSettings } from '#platform/settings/config.ts'
import { findWrongTogether, type WrongField } from '#platform/settings/setting-texts.ts'
import { joinSettings, type StoredSettings } from '#platform/settings/settings-store.ts'
import { checkSetting, partsOf } from './check-settings.ts'
import { readField } from './describe-areas.ts'

/** The new content of a row in the table `settings`. If both `value` and `secret` are empty, the row is deleted. */
export type ChangedSetting = {
  name: LiveSettingName
  value: string | null
  /** The new secret; undefined keeps the stored one. */
  secret: string | undefined
}

export type SettingsChange = {
  /** Fields that the form changes, including secrets that were typed again. */
  fields: SettingField[]
  rows: ChangedSetting[]
  after: StoredSettings
  next: LiveSettings
}

type Given = Pick<Config, 'given' | 'dataDir' | 'rateLimits'>
type Fields = Map<SettingField, string>

/**
 * Returns the changes that a submitted form makes to an area's settings, validated by the rules for environment
 * variables. Throws 400 with a message for each invalid field.
 */
export function changeSettings(
  area: SettingArea,
  form: SettingsForm,
  { config, stored }: { config: Given; stored: StoredSettings },
): SettingsChange {
  const own: readonly SettingField[] = liveSettings[area]
  refuseIfAny(findForeign(own, form))
  refuseIfAny(findLocked(own, form, config))
  const before: Fields = new Map(own.map((field) => [field, readField(field, stored)]))
  const next: Fields = new Map(
    own.map((field) => [field, readForm(field, form[field], before.get(field)!)]),
  )
  const isLost = (field: SettingField) => stored[settingOf(field)]?.isLost === true
  const isEntered = (field: SettingField) =>
    isSecretField(field) && (Boolean(form[field]) || (form[field] === null && isLost(field)))
  const isChanged = (field: SettingField) =>
    next.get(field) !== before.get(field) || isEntered(field)

  refuseIfAny(findLockedByEnvironment(own, isChanged, config))
  refuseIfAny(requireSecretsAgain(own, next, { isChanged, isEntered, isLost }))
  const names = [...new Set(own.filter(isChanged).map(settingOf))]
  refuseIfAny(names.flatMap((name) => checkSetting(name, next, config)))
  const rows = names.map((name) => makeRow(name, next, { isChanged, dataDir: config.dataDir }))
  const after = applyRows(stored, rows)
  refuseIfAny(findWrongTogether(names, after, config))
  return { fields: own.filter(isChanged), rows, after, next: joinSettings(config, after) }
}

function refuseIfAny(wrong: WrongField[]) {
  if (wrong.length > 0) throw invalidInput(wrong)
}

/** Returns an error for each submitted field that is not in this area of settings. */
function findForeign(own: readonly SettingField[], form: SettingsForm): WrongField[] {
  return Object.entries(form)
    .map(([name]) => name as SettingField)
    .filter((field) => form[field] !== undefined && !own.includes(field))
    .map((field) => ({ field, message: `${field} belongs to another area` }))
}

function findLocked(own: readonly SettingField[], form: SettingsForm, { given }: Given) {
  return own
    .filter((field) => form[field] !== undefined && given[settingOf(field)] !== undefined)
    .map((field) => ({
      field,
      message: `${settingOf(field)} is set on the server and can only be changed there`,
    }))
}

function readForm(field: SettingField, typed: string | null | undefined, before: string): string {
  if (typed === undefined) return before
  if (isSecretField(field)) return typed === '' ? before : (typed ?? '')
  return typed?.trim() ?? ''
}

type Known = Record<'isChanged' | 'isEntered' | 'isLost', (field: SettingField) => boolean>

/**
 * If the environment sets a secret, administrators must not change the server to which it is sent. Returns an error for
 * each changed field that names such a server.
 */
function findLockedByEnvironment(
  own: readonly SettingField[],
  isChanged: Known['isChanged'],
  { given }: Given,
): WrongField[] {
  const secrets = own
    .filter(isSecretField)
    .filter((field) => isSecretGiven(settingOf(field), given))
  return own.filter(isChanged).flatMap((field) => {
    const secret = secrets.find((one) => secretFields[one]?.includes(field))
    if (!secret) return []
    const message = `${settingOf(secret)} is set on the server, so this can only be changed there`
    return [{ field, message }]
  })
}

/** Returns whether an environment variable contains a secret; the URL of a mail server may contain none. */
function isSecretGiven(name: LiveSettingName, given: Given['given']): boolean {
  const text = given[name]
  if (text === undefined || !isAddressSetting(name)) return text !== undefined
  const { user, password } = splitAddress(name, text)
  return `${user}${password}` !== ''
}

/**
 * If an administrator changes the server or account of a secret, the secret must be typed again. Returns an error if it
 * was not, or deletes the secret if the account was removed.
 */
function requireSecretsAgain(
  own: readonly SettingField[],
  next: Fields,
  known: Known,
): WrongField[] {
  const wrong: WrongField[] = []
  for (const secret of own.filter(isSecretField)) {
    const places = secretFields[secret] ?? []
    if (known.isEntered(secret) || !places.some(known.isChanged)) continue
    // The last field in the list is the account name. If the account name is empty, delete the stored secret.
    if (!next.get(places.at(-1)!)) {
      next.set(secret, '')
    } else if (next.get(secret) || known.isLost(secret)) {
      wrong.push({
        field: secret,
        message: 'Enter this again, because the server or its security has changed',
      })
    }
  }
  return wrong
}

function makeRow(
  name: LiveSettingName,
  next: Fields,
  { isChanged, dataDir }: { isChanged: Known['isChanged']; dataDir: string },
): ChangedSetting {
  if (isAddressSetting(name)) {
    const parts = partsOf(name, next)
    const value = joinAddress(name, { ...parts, password: '' })
    if (!value) return { name, value: null, secret: '' }
    // If account name and password are equal, the name is secret, too: encrypt it.
    const isOwnPassword = parts.user !== '' && parts.user === parts.password
    const isSecretToo = isOwnPassword || isChanged(`${name}.password`)
    const secret = isSecretToo ? parts.password : undefined
    return { name, value, secret }
  }
  const text = next.get(name) ?? ''
  if (isSecretField(name)) return { name, value: null, secret: text }
  const placed = name === 'BACKUP_URL' && text && !isBucket(text) && placeBelow(dataDir, text)
  const value = placed && 'folder' in placed ? placed.folder : text
  return { name, value: value || null, secret: '' }
}

function applyRows(stored: StoredSettings, rows: ChangedSetting[]): StoredSettings {
  const after = { ...stored }
  for (const { name, value, secret } of rows) {
    const kept = secret === undefined ? after[name] : { secret, isLost: false }
    after[name] = { value: value ?? '', secret: kept?.secret ?? '', isLost: kept?.isLost ?? false }
  }
  return after
}
