import { isAbsolute, resolve } from 'node:path'
import { liveSettings, settingOf, type LiveSettingName } from '#kernel/live-settings.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { settings as table } from '#schema/settings.ts'
import { isAddressSetting, joinAddress, revealAccount, splitAddress } from './address-parts.ts'
import { isBucket } from './backup-folder.ts'
import { readLiveSettings, type Config, type LiveSettings } from './config.ts'
import { createSeal, type Seal } from './sealed-secrets.ts'

export const liveSettingNames = [...new Set(Object.values(liveSettings).flat().map(settingOf))]

/** A setting as it is stored: the text without its secret, and the secret, opened. */
export type StoredSetting = {
  value: string
  secret: string
  /** There was a secret that cannot be opened: the setting counts as unset until it is entered again. */
  isLost: boolean
}
export type StoredSettings = Partial<Record<LiveSettingName, StoredSetting>>

type Row = typeof table.$inferSelect

/** What administrators set, by name. */
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

/** As the environment would say it; '' for what is not set. */
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

/** Every setting that administrators may change, as the environment says it or would say it. */
export function textsOf({ given, dataDir }: Given, stored: StoredSettings): Record<string, string> {
  const texts: Record<string, string> = { ...given }
  for (const name of liveSettingNames) texts[name] ??= textOf(name, stored[name], dataDir)
  return texts
}

/** The environment's settings, and beneath them those that are stored. */
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
  /** What holds at this moment; nobody keeps it. */
  current(): LiveSettings
  /** What administrators set, whatever the environment says. */
  stored(): StoredSettings
  seal: Seal
  /** What describes them in the admin area. */
  sources(): { given: Config['given']; stored: StoredSettings; keepsSecrets: boolean }
  /** Reads anew what is stored, and says whether it changed; what cannot be used counts as unset. */
  reload(): Promise<boolean>
}

type StoreConfig = Given & Pick<Config, 'settingsKey' | 'databaseUrl'>

/** The settings of a site that runs. Until they are read the environment's alone hold. */
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
      // One after the other: an older answer must not come after a newer one.
      const reading = last.catch(() => {}).then(read)
      last = reading
      return reading
    },
  }
}

/** For a command: the settings as they are now, where the database has any. */
export async function readSettings(db: Db, config: StoreConfig): Promise<LiveSettings> {
  const store = createSettingsStore(db, config)
  await store.reload()
  return store.current()
}

/**
 * What is made of settings, such as a client: made anew when they have changed, and only then. `end` is handed
 * what another one has taken the place of.
 */
export function madeOf<Part, Made>(
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
