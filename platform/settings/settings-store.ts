import { isAbsolute, resolve } from 'node:path'
import { liveSettings, settingOf, type LiveSettingName } from '#kernel/live-settings.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { settings as table } from '#schema/settings.ts'
import { isAddressSetting, joinAddress, revealAccount, splitAddress } from './address-parts.ts'
import { isBucket } from './backup-folder.ts'
import { readLiveSettings, type Config, type LiveSettings } from './config.ts'
import { createSeal, type Seal } from './sealed-secrets.ts'

export const liveSettingNames = [...new Set(Object.values(liveSettings).flat().map(settingOf))]

/** A setting in the database: its text without the secret, and the decrypted secret. */
export type StoredSetting = {
  value: string
  secret: string
  /**
   * True if the stored secret cannot be decrypted. The setting then counts as unset, until an administrator enters the
   * secret again.
   */
  isLost: boolean
}
export type StoredSettings = Partial<Record<LiveSettingName, StoredSetting>>

type Row = typeof table.$inferSelect

/** Returns the settings that administrators stored, by name. */
export async function readStoredSettings(
  db: Db | Transaction,
  seal: Seal,
): Promise<StoredSettings> {
  const rows = await db.select().from(table)
  const known = rows.filter(({ name }) => liveSettingNames.includes(name as LiveSettingName))
  return Object.fromEntries(known.map((row) => [row.name, openRow(row, seal)]))
}

function openRow({ name, value, sealed }: Row, seal: Seal): StoredSetting {
  const secret = sealed === null ? undefined : seal.open(name, sealed)
  const hasUser = isAddressSetting(name) && splitAddress(name, value).user !== ''
  const hadSecret = sealed !== null || value === null || hasUser
  const shown = isAddressSetting(name) && value ? revealAccount(name, value, secret) : value
  return { value: shown ?? '', secret: secret ?? '', isLost: hadSecret && secret === undefined }
}

/** Returns a stored setting as the text that an environment variable would have; '' if unset. */
function textOf(name: LiveSettingName, stored: StoredSetting | undefined, dataDir: string): string {
  if (!stored || stored.isLost) return ''
  if (isAddressSetting(name)) {
    return joinAddress(name, { ...splitAddress(name, stored.value), password: stored.secret })
  }
  const text = stored.secret || stored.value
  const isFolder = name === 'BACKUP_URL' && text !== '' && !isBucket(text)
  return isFolder && !isAbsolute(text) ? resolve(dataDir, text) : text
}

type Given = Pick<Config, 'given' | 'dataDir'>

/** Returns the text of every setting that administrators can change, from the environment or the database. */
export function textsOf({ given, dataDir }: Given, stored: StoredSettings): Record<string, string> {
  const texts: Record<string, string> = { ...given }
  for (const name of liveSettingNames) texts[name] ??= textOf(name, stored[name], dataDir)
  return texts
}

/** Returns the settings in effect: those in the environment override stored ones. */
export function joinSettings(
  { given, dataDir }: Given,
  stored: StoredSettings,
  problems: string[] = [],
): LiveSettings {
  return {
    ...readLiveSettings(textsOf({ given, dataDir }, stored), problems),
    isAddressGiven: given.PUBLIC_URL !== undefined,
  }
}

export type SettingsStore = {
  /** Returns the settings in effect. Do not cache the result. */
  current(): LiveSettings
  /** Returns the stored settings, even if the environment overrides them. */
  stored(): StoredSettings
  seal: Seal
  /** Returns two sets of values for the admin area: those of the environment and those stored in the database. */
  sources(): { given: Config['given']; stored: StoredSettings; keepsSecrets: boolean }
  /** Reloads stored settings and returns whether they changed. Invalid ones count as unset. */
  reload(): Promise<boolean>
}

type StoreConfig = Given & Pick<Config, 'settingsKey' | 'databaseUrl'>

/** Creates the store of a running site's settings. Until the first `reload`, only those in the environment apply. */
export function createSettingsStore(db: Db, config: StoreConfig): SettingsStore {
  const seal = createSeal(config)
  let stored: StoredSettings = {}
  let current = joinSettings(config, stored)
  let last: Promise<unknown> = Promise.resolve()

  async function read() {
    const before = JSON.stringify(stored)
    stored = await readStoredSettings(db, seal)
    current = joinSettings(config, stored)
    return JSON.stringify(stored) !== before
  }

  return {
    current: () => current,
    stored: () => stored,
    seal,
    sources: () => ({ given: config.given, stored, keepsSecrets: seal.isUsable }),
    reload() {
      // Run reloads in sequence, so that an older result cannot replace a newer one.
      const reading = last.catch(() => {}).then(read)
      last = reading
      return reading
    },
  }
}

/** Returns the settings in effect, for a terminal command. */
export async function readSettings(db: Db, config: StoreConfig): Promise<LiveSettings> {
  const store = createSettingsStore(db, config)
  await store.reload()
  return store.current()
}

/**
 * Returns a function that creates an object, such as a mail client, from settings and caches it. When the settings have
 * changed, creates a new one and passes the old one to `end`.
 */
export function memoizeByInput<Part, Made>(
  read: () => Part,
  make: (part: Part) => Made,
  end?: (made: Made) => void,
): () => Made {
  let last: { key: string; made: Made } | undefined
  return () => {
    const part = read()
    const key = JSON.stringify(part) ?? ''
    if (last?.key === key) return last.made
    const before = last
    last = { key, made: make(part) }
    if (before) end?.(before.made)
    return last.made
  }
}
