import type { LiveSettingName, SettingField } from '#kernel/live-settings.ts'
import { isForbiddenAddress } from '#platform/http/reach-server.ts'
import {
  checkParts,
  isAddressSetting,
  noParts,
  type AddressParts,
  type AddressSetting,
} from '#platform/settings/address-parts.ts'
import { isBucket, placeBelow } from '#platform/settings/backup-folder.ts'
import type { Config } from '#platform/settings/config.ts'
import { findWrong, type WrongField } from '#platform/settings/setting-texts.ts'

type Fields = ReadonlyMap<SettingField, string>
type Given = Pick<Config, 'dataDir'>

/** Returns the parts of a server's URL, which the form has as separate fields. */
export function partsOf(name: AddressSetting, fields: Fields): AddressParts {
  const parts = Object.keys(noParts) as (keyof AddressParts)[]
  const found = parts.map((part) => [part, fields.get(`${name}.${part}` as SettingField) ?? ''])
  return Object.fromEntries(found) as AddressParts
}

const ownServices = 'Must not be a link-local address'

/**
 * Returns errors in the fields of one setting, by the rules for environment variables and those of the admin area.
 */
export function checkSetting(
  name: LiveSettingName,
  fields: Fields,
  { dataDir }: Given,
): WrongField[] {
  if (isAddressSetting(name)) {
    const parts = partsOf(name, fields)
    const wrong = checkParts(name, parts).map(({ part, message }) => ({
      field: `${name}.${part}`,
      message,
    }))
    if (isForbiddenAddress(parts.host)) wrong.push({ field: `${name}.host`, message: ownServices })
    return wrong
  }
  const text = fields.get(name) ?? ''
  if (text === '') return []
  if (name === 'BACKUP_URL' && !isBucket(text)) {
    const placed = placeBelow(dataDir, text)
    return 'message' in placed ? [{ field: name, message: placed.message }] : []
  }
  const message = findWrong(name, text)
  if (message) return [{ field: name, message }]
  if ((name === 'MAIL_FROM' || name === 'MAIL_REPLY_TO') && !isOneSender.test(text)) {
    return [{ field: name, message: 'Must be one address, such as Our Series <hello@example.org>' }]
  }
  const host = name === 'BACKUP_S3_ENDPOINT' ? URL.parse(text)?.hostname : undefined
  const isOwnService = isForbiddenAddress(host?.replace(/^\[(.*)\]$/, '$1') ?? '')
  return isOwnService ? [{ field: name, message: ownServices }] : []
}

/** Matches a single sender address with an optional name, such as `Ada <ada@example.org>`. */
const isOneSender = /^(?:"[^"]*"\s*|[^<>",;@]*)<[^\s<>@,;]+@[^\s<>@,;]+>$|^[^\s<>@,;]+@[^\s<>@,;]+$/
