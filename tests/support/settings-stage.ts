import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { getSettings } from '#features/administrators/contract.ts'
import { saveSettings, trySettings } from '#features/settings/contract.ts'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'
import { settings } from '#schema/settings.ts'
import { testApp } from './test-app.ts'

type Form = Partial<Record<SettingField, string | null>>

/** Starts a site with an administrator who edits settings, and a separate data folder. */
export async function settingsStage(environment: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const logged: string[] = []
  const stage = await testApp({
    environment: { DATA_DIR: dataDir, RATE_LIMITS: 'on', LOG_LEVEL: 'trace', ...environment },
    log: { write: (line) => void logged.push(line) },
  })
  const admin = await stage.asAdmin()
  const save = (area: SettingArea, body: Form) =>
    admin.call(saveSettings, { params: { area }, body })
  const tryArea = (area: SettingArea, body: Form & { to?: string } = {}) =>
    admin.call(trySettings, { params: { area }, body })
  /** Returns results as `connect good`. */
  async function tried(area: SettingArea, body: Form & { to?: string } = {}) {
    const answer = await tryArea(area, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.steps.map(({ step, outcome }) => `${step} ${outcome}`)
  }
  async function read(area: SettingArea) {
    const { body } = await admin.call(getSettings)
    return body.areas.find((one) => one.area === area)!
  }
  const rows = () => stage.db.select().from(settings).orderBy(settings.name)
  return { ...stage, dataDir, logged, admin, save, tryArea, tried, read, rows }
}
