import type { FastifyInstance } from 'fastify'
import * as contract from '#features/settings/contract.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import type { SettingArea } from '#kernel/live-settings.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { changeSettings } from './change-settings.ts'
import { changedFields, describeArea } from './describe-areas.ts'
import { noteTriedSettings, saveSettings } from './save-settings.ts'
import { tryBackups } from './try-backups.ts'
import { tryAddress, tryRetention } from './try-here.ts'
import { digestMailPlace, tryMail } from './try-mail.ts'
import { tryMailbox } from './try-mailbox.ts'
import { tryMailerlite, tryZoom } from './try-providers.ts'

/** Adds the API routes that change and test settings. */
export function settingsRoutes(app: FastifyInstance) {
  const { clock, config, db, settingsStore, site } = app.deps
  const { seal } = settingsStore

  serve(
    app,
    contract.saveSettings,
    async ({ params: { area }, body: { fields, ...named } }, call) => {
      const token = call.sessionToken()
      const deed = { actor: await readActor(call), now: clock.now() }
      const form = { ...changedFields(area, fields, settingsStore.sources()), ...named }
      const stored = await saveSettings(db, { area, form }, { ...deed, config, seal })
      // The session cookie has another name with https. Set the cookie again, so that the administrator stays signed
      // in.
      if (area === 'address' && token) call.keepSession(token)
      return describeArea(area, { ...settingsStore.sources(), stored })
    },
  )

  serve(app, contract.trySettings, async ({ params: { area }, body: { to, ...form } }, call) => {
    const { next } = changeSettings(area, form, { config, stored: settingsStore.stored() })
    if (area === 'mail' && to === undefined) {
      throw invalidInput([{ field: 'to', message: 'Enter an address for the test email' }])
    }
    const actor = await readActor(call)
    const steps = await tries[area](next, { call, to: to ?? '' })
    const isGood = steps.every((one) => one.isGood)
    const place = area === 'mail' ? digestMailPlace(next.smtpUrl) : undefined
    const deed = { actor, now: clock.now(), isGood, place }
    await noteTriedSettings(db, area, deed)
    return { isGood, steps }
  })

  type Asked = { call: Call; to: string }
  type Tried = contract.TriedStep[] | Promise<contract.TriedStep[]>
  const tries: Record<SettingArea, (next: LiveSettings, asked: Asked) => Tried> = {
    address: ({ publicUrl }, { call }) =>
      tryAddress(publicUrl, { way: call.way(), trustsProxy: config.trustProxy !== false }),
    mail: (next, { to }) => tryMail(next, { to, series: site().series.name }),
    bounces: ({ bounceMailbox }) => tryMailbox(bounceMailbox),
    backups: ({ backup }) => tryBackups(backup),
    zoom: ({ zoom }) => tryZoom(zoom),
    mailerlite: ({ mailerlite }) => tryMailerlite(mailerlite),
    retention: (next) => tryRetention(db, next),
  }
}
