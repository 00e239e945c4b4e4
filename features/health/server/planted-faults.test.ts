import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outboxEntries } from '#schema/mails.ts'
import { backups } from '#schema/platform.ts'
import { certificates } from '#tests/support/certificates.ts'
import { domain, healthStage, keepCopy, startHealthyParts } from '#tests/support/health-stage.ts'
import { startImapServer } from '#tests/support/imap-server.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

type Stage = Awaited<ReturnType<typeof healthStage>>
type Parts = Awaited<ReturnType<typeof startHealthyParts>>

const minutes = (count: number) => count * 60_000

/**
 * Faults planted into a healthy site before or after its start, each with the only lines that may report it.
 */
const faults: [
  name: string,
  said: string[],
  plant: {
    settings?: (parts: Parts) => Record<string, string> | Promise<Record<string, string>>
    after?: (stage: Stage) => unknown
  },
][] = [
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
        await app.deps.refreshSettings()
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
          email: 'thandi@example.com',
          state: 'failed',
          attempts: 3,
          lastError: 'Words of theirs',
          triedAt: new Date(),
        }),
    },
  ],
  [
    'a mail server without TLS',
    ['mail_server red'],
    {
      async settings({ mailUrl }) {
        const { url } = await startMailServer()
        return { SMTP_URL: mailUrl().replace(/\d+$/, new URL(url).port) }
      },
    },
  ],
  [
    'a wrong password of the mail server',
    ['mail_server red'],
    { settings: ({ mailUrl }) => ({ SMTP_URL: mailUrl('hello:other') }) },
  ],
  [
    'a mail server whose certificate has expired',
    ['mail_server red'],
    {
      async settings({ mailUrl }) {
        const { url } = await startMailServer({
          offersTls: true,
          certificate: certificates.expired,
        })
        return { SMTP_URL: mailUrl().replace(/\d+$/, new URL(url).port) }
      },
    },
  ],
  ['a mail server that is not there', ['mail_server red'], { after: ({ mail }) => mail.close() }],
  [
    'a mail server at a link-local address',
    ['mail_server red'],
    { settings: () => ({ SMTP_URL: 'smtp://169.254.169.254:25' }) },
  ],
  [
    'a mailbox of returned mail that lets nobody in',
    ['mailbox red'],
    {
      async settings() {
        const server = await startImapServer()
        server.refuses = true
        return { BOUNCE_IMAP_URL: server.url }
      },
    },
  ],
  ['no SPF', ['spf red'], { after: ({ names }) => names.say(domain, 'something else') }],
  [
    'SPF twice',
    ['spf red'],
    { after: ({ names }) => names.say(domain, 'v=spf1 -all', 'v=spf1 ~all') },
  ],
  [
    'no DKIM under the usual names',
    ['dkim yellow'],
    { after: ({ names }) => names.say(`s1._domainkey.${domain}`) },
  ],
  [
    'no DKIM key under the name that is set',
    ['dkim red'],
    { settings: () => ({ MAIL_DKIM_SELECTOR: 'own' }) },
  ],
  ['no DMARC', ['dmarc yellow'], { after: ({ names }) => names.say(`_dmarc.${domain}`) }],
  [
    'a name server that answers nobody',
    ['dns yellow'],
    { after: ({ names }) => names.refuse(true) },
  ],
  [
    'a public address at which nobody answers',
    ['address red'],
    { settings: () => ({ PUBLIC_URL: 'https://0.0.0.0:1' }) },
  ],
  [
    'a proxy that finds no site',
    ['address red'],
    { after: ({ proxy }) => proxy.leadTo('http://127.0.0.1:1') },
  ],
  [
    'an expired certificate',
    ['certificate red'],
    { after: ({ proxy }) => proxy.present('expired') },
  ],
  ['a proxy that is not believed', ['proxy red'], { settings: () => ({ TRUST_PROXY: '' }) }],
  ['visitors who are believed', ['proxy red'], { settings: () => ({ TRUST_PROXY: '2' }) }],
  [
    'a proxy that does not say whose calls it passes on',
    ['proxy red'],
    { after: ({ proxy }) => proxy.pass((headers) => delete headers['x-forwarded-for']) },
  ],
  [
    'a proxy that does not say https',
    ['proxy red'],
    { after: ({ proxy }) => proxy.pass((headers) => delete headers['x-forwarded-proto']) },
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
        const at = new Date(clock.now().getTime() + 1)
        await db
          .insert(backups)
          .values({ madeAt: at, endedAt: at, name: 'x', failure: 'Words of theirs' })
      },
    },
  ],
]

test.for(faults)('%s is named, and nothing else is', async ([, said, { settings, after }]) => {
  const parts = await startHealthyParts()
  const stage = await healthStage(await settings?.(parts), parts)
  await after?.(stage)
  try {
    expect(await stage.findFaults()).toEqual(said)
    const { text } = await stage.look()
    expect(text + stage.logged.join('')).not.toMatch(/curtain|Words of theirs|change-me/)
  } finally {
    await stage.database.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
    await stage.database.pool.query('delete from jobs.job')
  }
})
