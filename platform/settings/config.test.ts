import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsComplaint } from '#tests/support/settings-complaint.ts'
import { loadConfig } from './config.ts'
import { settings } from './settings.ts'
import { writeEnvExample, writeSettingsDocument } from './describe-settings.ts'

type Environment = Record<string, string | undefined>

test('without any setting everything has the default that is documented', () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: './data',
    databaseUrl: undefined,
    namedStatements: true,
    countViews: true,
    misspelt: [],
    siteFile: 'content/site.json',
    siteFileDecides: false,
    sampleData: true,
    adminUsername: 'admin',
    adminPassword: undefined,
    requireFactor: false,
    smtpRequireTls: true,
    mailPerSecond: 10,
    keepAddressesDays: 30,
    keepUsageMonths: 24,
    keepAuditMonths: 24,
    webhookNetworks: [],
    materialsTotalMb: 2048,
    trustProxy: false,
    rateLimits: true,
    logLevel: 'info',
    metricsHost: '127.0.0.1',
    given: {},
    isAddressGiven: false,
  })
})

test('empty text counts as unset', () => {
  const names = Object.keys(settings)
  for (const empty of ['', '  ', '\t']) {
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, empty])))).toEqual(
      loadConfig({}),
    )
  }
})

test('every setting is read as it is meant', () => {
  expect(
    loadConfig({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://Interviews.Example.org/',
      DATA_DIR: '/var/lib/greenroom',
      DATABASE_URL: 'postgresql://user:secret@db.example/greenroom',
      DATABASE_DIRECT_URL: 'postgres://user:secret@db.example:5432/greenroom',
      DATABASE_NAMED_STATEMENTS: 'off',
      SITE_FILE: 'mine.json',
      SAMPLE_DATA: '1',
      ADMIN_USERNAME: 'host',
      ADMIN_PASSWORD: ' spaces count ',
      REQUIRE_FACTOR: 'on',
      SMTP_REQUIRE_TLS: 'off',
      MAIL_PER_SECOND: '4',
      KEEP_ADDRESSES_DAYS: '7',
      KEEP_USAGE_MONTHS: '36',
      KEEP_AUDIT_MONTHS: '12',
      TRUST_PROXY: '2',
      RATE_LIMITS: 'on',
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.2',
      WEBHOOK_NETWORKS: '10.20.0.0/16, fd00:20::/32',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://interviews.example.org',
    dataDir: '/var/lib/greenroom',
    databaseUrl: 'postgresql://user:secret@db.example/greenroom',
    databaseDirectUrl: 'postgres://user:secret@db.example:5432/greenroom',
    namedStatements: false,
    countViews: true,
    misspelt: [],
    siteFile: 'mine.json',
    siteFileDecides: true,
    sampleData: true,
    adminUsername: 'host',
    adminPassword: ' spaces count ',
    requireFactor: true,
    smtpRequireTls: false,
    mailPerSecond: 4,
    keepAddressesDays: 7,
    keepUsageMonths: 36,
    keepAuditMonths: 12,
    webhookNetworks: ['10.20.0.0/16', 'fd00:20::/32'],
    materialsTotalMb: 2048,
    trustProxy: 2,
    rateLimits: true,
    logLevel: 'debug',
    metricsPort: 9464,
    metricsHost: '10.0.0.2',
    given: {
      PUBLIC_URL: 'https://Interviews.Example.org/',
      SMTP_REQUIRE_TLS: 'off',
      MAIL_PER_SECOND: '4',
      KEEP_ADDRESSES_DAYS: '7',
      KEEP_USAGE_MONTHS: '36',
      KEEP_AUDIT_MONTHS: '12',
    },
    isAddressGiven: true,
  })
})

test('the sample series is on for the embedded database and off for a server, unless it is set', () => {
  const server = { DATABASE_URL: 'postgres://db.example/greenroom' }
  const isOn = (environment: Environment) => loadConfig(environment).sampleData
  expect([isOn({}), isOn(server)]).toEqual([true, false])
  expect([isOn({ SAMPLE_DATA: '0' }), isOn({ ...server, SAMPLE_DATA: '1' })]).toEqual([false, true])
})

test('proxies are a number or a list of addresses and networks', () => {
  const read = (TRUST_PROXY: string) => loadConfig({ TRUST_PROXY }).trustProxy
  expect(read('0')).toBe(0)
  expect(read('3')).toBe(3)
  expect(read('loopback, 10.0.0.0/8,2001:db8::/32')).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
})

test.for([
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PUBLIC_URL', 'interviews.example.org'],
  ['PUBLIC_URL', 'ftp://interviews.example.org'],
  ['PUBLIC_URL', 'https://interviews.example.org/path'],
  ['PUBLIC_URL', 'https://interviews.example.org/?query'],
  ['PUBLIC_URL', 'https://user:pw@interviews.example.org'],
  ['DATABASE_URL', 'mysql://db.example/greenroom'],
  ['SAMPLE_DATA', 'yes'],
  ['ADMIN_USERNAME', 'x'.repeat(121)],
  ['REQUIRE_FACTOR', 'yes'],
  ['SMTP_REQUIRE_TLS', 'yes'],
  ['KEEP_ADDRESSES_DAYS', '0'],
  ['KEEP_ADDRESSES_DAYS', '3651'],
  ['KEEP_USAGE_MONTHS', '0'],
  ['KEEP_AUDIT_MONTHS', 'ever'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', 'cafe'],
  ['TRUST_PROXY', '10.0.0.300'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['RATE_LIMITS', 'false'],
  ['LOG_LEVEL', 'verbose'],
] as const)('a %s of %s is refused by name', ([name, value]) => {
  const message = settingsComplaint({ [name]: value })
  expect(message).toMatch(new RegExp(`^${name} (must|may) .+ \\(it is ".*"\\)$`))
  expect(message.split('\n')).toHaveLength(1)
})

test('every wrong setting is named at once, and those that are right are not', () => {
  const message = settingsComplaint({ PORT: 'abc', LOG_LEVEL: 'loud', HOST: 'localhost' })
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL'])
})

test('limits cannot be switched off on a public site', () => {
  const off = { RATE_LIMITS: 'off' }
  expect(settingsComplaint({ ...off, PUBLIC_URL: 'https://interviews.example.org' })).toBe(
    'RATE_LIMITS must not be off on a public site (PUBLIC_URL is https)',
  )
  expect(settingsComplaint({ ...off, PUBLIC_URL: 'HTTPS://interviews.example.org' })).toContain(
    'RATE',
  )
  expect(loadConfig({ ...off, PUBLIC_URL: 'http://localhost:3000' }).rateLimits).toBe(false)
  expect(loadConfig(off).rateLimits).toBe(false)
})

test('errors about settings contain no secrets', () => {
  const message = settingsComplaint({
    DATABASE_URL: 'mysql://user:hunter2@db.example/greenroom',
    SMTP_URL: 'http://user:hunter2@mail.example',
  })
  expect(message).toMatch(/^DATABASE_URL .*\nSMTP_URL /)
  expect(message).not.toContain('hunter2')
})

test('the files .env.example and docs/settings.md are what "npm run settings" writes', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(writeEnvExample(settings))
  const document = readFileSync('docs/settings.md', 'utf8')
  expect(document).toBe(writeSettingsDocument(settings))
  for (const [name, { doc, fallback }] of Object.entries(settings)) {
    expect(document).toMatch(new RegExp(`\\| \`${name}\` +\\|`))
    expect(doc.length).toBeGreaterThan(10)
    expect(readFileSync('.env.example', 'utf8')).toContain(`\n# ${name}=${fallback}\n`)
  }
})

test('a setting that no group of docs/settings.md takes is refused', () => {
  expect(() => writeSettingsDocument({ ...settings, NEW_ONE: settings.PORT })).toThrow('NEW_ONE')
})

test('a way past a pooler is refused where no server is set', () => {
  const message = settingsComplaint({ DATABASE_DIRECT_URL: 'postgres://db.example/greenroom' })
  expect(message).toBe('DATABASE_DIRECT_URL must not be set without DATABASE_URL')
})

test('a misspelt setting is reported, and unrelated variables are not', () => {
  const read = (environment: Record<string, string>) => loadConfig(environment).misspelt
  expect(read({ SMPT_URL: 'x', MAIL_FORM: 'y', PATH: '/bin', PORTS: '1' })).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'MAIL_FORM', meant: 'MAIL_FROM' },
  ])
  expect(read({ SMPT_URL: 'x', SMTP_URL: 'smtp://127.0.0.1' })).toEqual([])
})
