import { eq, sql } from 'drizzle-orm'
import { noteErasuresAnew } from '#features/erasure/server/complete-erasure.ts'
import type { SettingsForm } from '#features/settings/contract.ts'
import { hideAccount, isAddressSetting } from '#platform/settings/address-parts.ts'
import type { SettingArea } from '#kernel/live-settings.ts'
import { causeOf, writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import type { Config } from '#platform/settings/config.ts'
import { readStoredSettings, type StoredSettings } from '#platform/settings/settings-store.ts'
import { noKeyMessage, type Seal } from '#platform/settings/sealed-secrets.ts'
import { settings } from '#schema/settings.ts'
import { changeSettings, type ChangedSetting } from './change-settings.ts'

export const areaNames: Record<SettingArea, string> = {
  address: 'the public address',
  mail: 'mail',
  bounces: 'bounced email',
  backups: 'backups',
  zoom: 'Zoom',
  mailerlite: 'MailerLite',
  retention: 'data retention',
}

type SaveContext = Deed & { config: Config; seal: Seal }

/**
 * Saves either all submitted settings of an area or none. Simultaneous calls run one after the other, each changing
 * only its own fields. Returns all stored settings. Throws 400 with a message for each invalid field.
 */
export async function saveSettings(
  db: Db,
  { area, form }: { area: SettingArea; form: SettingsForm },
  { actor, now, config, seal }: SaveContext,
): Promise<StoredSettings> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_settings'))`)
    const stored = await readStoredSettings(tx, seal)
    const { fields, rows, after } = changeSettings(area, form, { config, stored })
    if (fields.length === 0) return stored
    for (const row of rows) await writeRow(tx, row, { seal, now })
    const facts = { area, label: areaNames[area], fields }
    const changed = { type: 'settings.changed' as const, facts }
    await recordEvents(tx, [changed], causeOf(actor), { actor, now })
    // The location or the key of backups may have changed. Write the list of erased people there again, because a
    // restore reads it.
    if (area === 'backups') await noteErasuresAnew(tx)
    return after
  })
}

async function writeRow(
  tx: Transaction,
  { name, value, secret }: ChangedSetting,
  { seal, now }: { seal: Seal; now: Date },
) {
  if (value === null && secret === '') {
    await tx.delete(settings).where(eq(settings.name, name))
    return
  }
  const sealed = secret ? seal.seal(name, secret) : null
  if (sealed === undefined) {
    const field = isAddressSetting(name) ? `${name}.password` : name
    throw invalidInput([{ field, message: noKeyMessage }])
  }
  const isHideable = isAddressSetting(name) && value !== null && secret !== undefined
  const kept = isHideable ? hideAccount(name, value, secret) : value
  const fresh = { value: kept, updatedAt: now, ...(secret !== undefined && { sealed }) }
  await tx
    .insert(settings)
    .values({ name, ...fresh })
    .onConflictDoUpdate({ target: settings.name, set: fresh })
}

type Tried = Deed & {
  /**
   * Whether the test succeeded, and a hash that identifies the tested mail server. The set-up reads both to know
   * whether mail works.
   */
  isGood?: boolean
  place?: string | undefined
}

/** Writes an audit log entry about a test of settings. */
export async function noteTriedSettings(
  db: Db,
  area: SettingArea,
  { actor, now, ...details }: Tried,
): Promise<void> {
  const entry = { action: 'settings_tried', subject: areaNames[area], details, now } as const
  await writeAuditEntry(db, actor, entry)
}
