import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { getSettings, listAuditLog } from '#features/administrators/contract.ts'
import { readCopyFile, writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { settingsStage } from '#tests/support/settings-stage.ts'

const to = 'thandi@example.com'

test('an account that is its own password is as secret as that', async () => {
  const { save, tryArea, read, admin, app, logged, rows, dataDir, database } = await settingsStage()
  const token = 'never/shown token'
  const smtp = { 'SMTP_URL.host': '127.0.0.1', 'SMTP_URL.port': '1' } as const
  const saved = await save('mail', {
    ...smtp,
    'SMTP_URL.user': token,
    'SMTP_URL.password': token,
  })
  expect(saved.status).toBe(200)
  const url = `smtps://${encodeURIComponent(token)}:${encodeURIComponent(token)}@127.0.0.1:1`
  expect(app.deps.settings().smtpUrl).toBe(url)
  const user = (await read('mail')).fields.find(({ field }) => field === 'SMTP_URL.user')
  expect(user).toMatchObject({ value: '', isSet: true })
  const file = join(dataDir, 'copy.ndjson.gz')
  await writeCopyFile(file, exportDatabase(database, new Date(), { withKeys: true }))
  const copy = gunzipSync(readFileSync(file)).toString()
  const answers = [saved, await tryArea('mail', { to }), await admin.call(getSettings)]
  const stored = JSON.stringify(await rows())
  for (const text of [...answers.map((one) => one.text), ...logged, copy, stored]) {
    expect(text).not.toMatch(/never(\/|%2F)shown/i)
  }
  // Omitted fields stay; the new account is stored.
  expect((await save('mail', { MAIL_FROM: 'hello@example.org' })).status).toBe(200)
  expect(app.deps.settings().smtpUrl).toBe(url)
  await save('mail', { 'SMTP_URL.user': 'hello', 'SMTP_URL.password': 'another' })
  expect(app.deps.settings().smtpUrl).toBe('smtps://hello:another@127.0.0.1:1')
  expect(JSON.stringify(await rows())).toContain('hello@127')
})

test('a secret is absent from replies, logs, audit log and backups, and is entered again after a restore', async () => {
  const { save, tryArea, admin, app, logged, rows, dataDir, database } = await settingsStage()
  const secrets = Array.from({ length: 6 }, (_, number) => `never-shown-${number}`)
  await save('mail', {
    'SMTP_URL.host': '127.0.0.1',
    'SMTP_URL.port': '1',
    'SMTP_URL.user': 'hello',
    'SMTP_URL.password': secrets[0]!,
  })
  const zoom = { ZOOM_ACCOUNT_ID: 'account', ZOOM_CLIENT_ID: 'client' }
  await save('zoom', { ...zoom, ZOOM_CLIENT_SECRET: secrets[1]!, ZOOM_WEBHOOK_SECRET: secrets[2]! })
  await save('mailerlite', {
    MAILERLITE_API_KEY: secrets[3]!,
    MAILERLITE_WEBHOOK_SECRET: secrets[4]!,
  })
  const refused = await save('bounces', { 'BOUNCE_IMAP_URL.password': secrets[5]! })
  const tried = await tryArea('mail', { to })
  const answers = [refused, tried, await admin.call(getSettings), await admin.call(listAuditLog)]
  const file = join(dataDir, 'copy.ndjson.gz')
  await writeCopyFile(file, exportDatabase(database, new Date(), { withKeys: true }))
  const copy = gunzipSync(readFileSync(file)).toString()
  expect(copy).toContain('smtps://hello@127.0.0.1:1')
  const sealed = (await rows()).flatMap((row) => (row.sealed ? [row.sealed.toString('hex')] : []))
  expect(sealed).toHaveLength(5)
  const all = [...answers.map(({ text }) => text), ...logged, copy, JSON.stringify(await rows())]
  for (const text of all) {
    expect(text).not.toContain('never-shown')
    for (const secret of secrets) {
      expect(text).not.toContain(Buffer.from(secret).toString('base64'))
      expect(text).not.toContain(encodeURIComponent(secret))
    }
  }
  for (const bytes of sealed) expect(copy).not.toContain(bytes)

  expect(app.deps.settings().zoom).toBeDefined()
  await database.truncate()
  await readCopyFile(file, (text) => importDatabase(database, text), undefined)
  await app.deps.settingsStore.reload()
  expect(app.deps.settings().zoom).toBeUndefined()
  const lost = app.deps.settingsStore.stored()
  expect(Object.entries(lost).filter(([, { isLost }]) => isLost)).toHaveLength(5)
})
