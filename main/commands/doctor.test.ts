import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { HealthFinding } from '#features/health/contract.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { authorityFile } from '#tests/support/certificates.ts'
import { domain, keepCopy, startHealthyParts } from '#tests/support/health-stage.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'
import { withDatabase } from './command.ts'

const preload = fileURLToPath(import.meta.resolve('#tests/support/use-name-server.ts'))

/** Returns the environment of a healthy site, and runs the command in it with `changes`. */
async function doctorStage() {
  const parts = await startHealthyParts()
  const env: { DATA_DIR: string; [name: string]: string } = {
    ...parts.environment,
    SAMPLE_DATA: '0',
    NAME_SERVER: parts.names.address,
    NODE_OPTIONS: `--import=${preload}`,
    NODE_EXTRA_CA_CERTS: authorityFile,
  }
  async function look(changes: Record<string, string> = {}) {
    const { code, stdout, stderr } = await runTerminal('doctor', ['--json'], { ...env, ...changes })
    if (stderr) throw new Error(stderr)
    const findings = JSON.parse(stdout) as HealthFinding[]
    const faults = findings.filter(({ state }) => state !== 'green')
    return { code, text: stdout, faults: faults.map(({ check, state }) => `${check} ${state}`) }
  }
  return { ...parts, env, look }
}

test('twenty-five faults are named by the doctor, beside a running site and with the site down, and a healthy site is green', async () => {
  const { env, look, names, proxy, mailUrl, dataDir, copies } = await doctorStage()
  await withDatabase({ dataDir }, async (opened) => {
    await migrateDatabase(opened)
    await keepCopy(opened.db, copies, new Date())
  })
  const greenroom = await startGreenroom({ dataDir, env })
  onTestFinished(() => greenroom.close())
  proxy.leadTo(greenroom.url)
  expect(await look()).toMatchObject({ code: 0, faults: [] })
  const beside = await look({ PORT: 'three', SETTINGS_KYE: 'x' })
  expect(beside).toMatchObject({ code: 1, faults: ['settings red', 'settings yellow'] })
  expect(beside.text).toContain('For the next start: PORT must be a number')
  await greenroom.stop()

  await withDatabase({ dataDir }, async ({ pool }) => {
    await pool.query(`
      delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations);
      insert into settings (name, sealed) values ('MAILERLITE_API_KEY', '\\x00');
      insert into jobs.job (name, start_after, data) values ('tell-provider', now() - interval '1 hour', '{}');
      insert into jobs.job (name, state, start_after, completed_on, data)
        values ('sync-subscriber', 'failed', now(), now(), '{}');
      insert into outbox_entries (kind, email, state, attempts, last_error, tried_at)
        values ('library_link', 'thandi@example.com', 'failed', 3, 'Words of theirs', now());
      update backups set made_at = made_at - interval '3 days'`)
  })
  mkdirSync(join(dataDir, 'mail'), { recursive: true })
  chmodSync(join(dataDir, 'mail'), 0o755)
  chmodSync(dataDir, 0o755)
  names.say(domain, 'v=spf1 -all', 'v=spf1 ~all')
  names.say(`_dmarc.${domain}`)
  proxy.say(new Date(Date.now() + 3_600_000))
  const down = await look({
    ZOOM_CLIENT_ID: 'half',
    SMTP_URL: mailUrl('hello:unlike-that'),
    MAIL_DKIM_SELECTOR: 'own',
  })
  expect(down).toMatchObject({
    code: 1,
    faults: [
      ...Array.from({ length: 3 }, () => 'settings red'),
      'settings red',
      'site yellow',
      'folder yellow',
      'clock red',
      'migrations yellow',
      'queue red',
      'jobs yellow',
      'mails yellow',
      'mail_server red',
      'spf red',
      'dkim red',
      'dmarc yellow',
      'address red',
      'backups red',
    ],
  })
  expect(down.text).toContain('MAILERLITE_API_KEY cannot be decrypted: settings.key')
  expect(down.text).not.toMatch(/curtain|unlike|Words of theirs|thandi/)

  const open = await startMailServer()
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  names.refuse(true)
  proxy.present('expired')
  const other = await look({
    DATA_DIR: file,
    SETTINGS_KEY: 'ab'.repeat(20),
    MAILERLITE_API_KEY: 'change-me',
    MAILERLITE_WEBHOOK_SECRET: 'a1b2c3d4',
    LOG_LEVEL: 'silent',
    SMTP_URL: mailUrl().replace(/\d+$/, new URL(open.url).port),
  })
  expect(other).toMatchObject({
    code: 1,
    faults: [
      'settings red',
      'settings yellow',
      'settings yellow',
      'site yellow',
      'folder red',
      'mail_server red',
      'dns yellow',
      'certificate red',
    ],
  })
  names.refuse(false)
  names.say(domain, 'v=spf1 -all')
  names.say(`_dmarc.${domain}`, 'v=DMARC1; p=none')
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/greenroom', PORT: '1' }
  const away = await look({ ...nowhere, PUBLIC_URL: '' })
  expect(away).toMatchObject({
    code: 1,
    faults: ['site yellow', 'folder yellow', 'database red', 'address yellow'],
  })
}, 240_000)
