import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { backups } from '#schema/platform.ts'
import { outboxEntries } from '#schema/mails.ts'
import { findPlanted, healthStage, keepCopy, type Fault } from '#tests/support/health-stage.ts'

const tags = 'postgres'

test('a healthy site is green in every line, and looking sends no mail', { tags }, async () => {
  const { look, mail, database } = await healthStage()
  const { body } = await look()
  expect(body.findings.filter(({ state }) => state !== 'green')).toEqual([])
  const ofServer = ['connections', 'listening']
  expect(body.findings.map(({ check }) => check)).toEqual([
    'settings',
    'site',
    'folder',
    'space',
    'clock',
    'database',
    'migrations',
    ...(database.kind === 'postgres' ? ofServer : []),
    'queue',
    'jobs',
    'mails',
    'mail_server',
    'spf',
    'dkim',
    'dmarc',
    'address',
    'certificate',
    'proxy',
    'backups',
  ])
  expect(mail.offers).toBe(0)
})

const minutes = (count: number) => count * 60_000

const faults: Fault[] = [
  [
    'a setting that was mistyped',
    ['settings yellow'],
    { settings: () => ({ MAIL_REPLY_T0: 'answers@lights.test' }) },
  ],
  [
    'a placeholder in place of a key',
    ['settings red'],
    {
      settings: () => ({ MAILERLITE_API_KEY: 'change-me', MAILERLITE_WEBHOOK_SECRET: 'a1b2c3d4' }),
    },
  ],
  [
    'a key for copies that nobody makes',
    ['settings yellow', 'backups yellow'],
    {
      settings: () => ({
        BACKUP_URL: '',
        BACKUP_KEY: 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX',
      }),
    },
  ],
  [
    'a weak key for secrets',
    ['settings yellow'],
    { settings: () => ({ SETTINGS_KEY: 'ab'.repeat(20) }) },
  ],
  [
    'a first password that everybody tries',
    ['settings yellow'],
    { settings: () => ({ ADMIN_PASSWORD: 'password1234' }) },
  ],
  [
    'secrets that another key sealed',
    ['settings red'],
    {
      async after({ db, app }) {
        await db.execute(
          `insert into settings (name, sealed) values ('ZOOM_CLIENT_SECRET', '\\x00')`,
        )
        await app.deps.settingsStore.reload()
      },
    },
  ],
  [
    'mails in the data folder that others may read',
    ['folder yellow'],
    {
      after({ dataDir }) {
        mkdirSync(join(dataDir, 'mail'))
        chmodSync(join(dataDir, 'mail'), 0o755)
        chmodSync(dataDir, 0o755)
      },
    },
  ],
  [
    'a data folder for everybody',
    ['folder red'],
    { after: ({ dataDir }) => chmodSync(dataDir, 0o777) },
  ],
  [
    'a file in place of the data folder',
    ['folder red'],
    {
      after({ dataDir }) {
        rmSync(dataDir, { recursive: true })
        writeFileSync(dataDir, '')
      },
    },
  ],
  [
    'a clock that is behind that of whoever answers',
    ['clock red'],
    { after: ({ proxy }) => proxy.say(new Date(Date.now() + minutes(5))) },
  ],
  [
    'tables of another release',
    ['migrations red'],
    {
      after: ({ database }) =>
        database.pool.query(
          `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 1)`,
        ),
    },
  ],
  [
    'work that nobody does',
    ['queue red'],
    {
      after: ({ db }) =>
        db.execute(`insert into jobs.job (name, start_after, data)
          values ('tell-provider', now() - interval '1 hour', '{}')`),
    },
  ],
  [
    'work that was given up',
    ['jobs yellow'],
    {
      after: ({ db }) =>
        db.execute(`insert into jobs.job (name, state, start_after, completed_on, data)
          values ('sync-subscriber', 'failed', now(), now(), '{}')`),
    },
  ],
  [
    'a mail that was given up',
    ['mails yellow'],
    {
      after: ({ db }) =>
        db.insert(outboxEntries).values({
          kind: 'library_link',
          dedupeKey: 'planted',
          email: 'thandi@example.com',
          state: 'failed',
          attempts: 3,
          lastError: 'Words of theirs',
          triedAt: new Date(),
        }),
    },
  ],
  [
    'a last good copy of three days ago',
    ['backups red'],
    {
      async after({ db, copies, clock }) {
        await db.delete(backups)
        await keepCopy(db, copies, new Date(clock.now().getTime() - minutes(3 * 24 * 60)))
      },
    },
  ],
  [
    'a last good copy that is gone',
    ['backups red'],
    { after: ({ copies }) => rmSync(copies, { recursive: true }) },
  ],
  [
    'a last try at a copy that failed',
    ['backups yellow'],
    {
      async after({ db, clock }) {
        const [good] = await db.select().from(backups)
        const at = new Date(clock.now().getTime() + 1)
        await db
          .insert(backups)
          .values({ madeAt: at, endedAt: at, name: 'x', failure: 'Words of theirs' })
        await db.select().from(backups).where(eq(backups.id, good!.id))
      },
    },
  ],
]

test.for(faults)('%s is named, and nothing else is', async ([, said, planted]) => {
  expect(await findPlanted(planted)).toEqual(said)
})
