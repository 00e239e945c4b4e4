import { expect, test } from 'vitest'
import { getSettings } from '#features/administrators/contract.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Every secret setting contains this word. */
const secret = 'hush'

const everything = {
  PUBLIC_URL: 'https://interviews.example.org',
  ADMIN_PASSWORD: `${secret}-${secret}`,
  SMTP_URL: `smtps://${secret}:${secret}@mail.example.org:465`,
  MAIL_FROM: 'House Lights <hello@example.org>',
  BACKUP_URL: 's3://copies/site',
  BACKUP_S3_KEY_ID: secret,
  BACKUP_S3_SECRET: secret,
  ZOOM_ACCOUNT_ID: secret,
  ZOOM_CLIENT_ID: secret,
  ZOOM_CLIENT_SECRET: secret,
  ZOOM_WEBHOOK_SECRET: secret,
  MAILERLITE_API_KEY: secret,
  MAILERLITE_WEBHOOK_SECRET: secret,
  MAILERLITE_GROUP_ID: '12',
}

async function read(environment: Record<string, string>) {
  const config = loadConfig({ LOG_LEVEL: 'error', ...environment })
  const { asAdmin } = await testApp({ config })
  const { body, text, status } = await (await asAdmin()).call(getSettings)
  expect(status).toBe(200)
  const services = Object.fromEntries(body.services.map(({ name, ...service }) => [name, service]))
  return { ...body, services, text }
}

test('services are listed without secrets, and the database by its host only', async () => {
  const address = `postgres://${secret}:${secret}@db.example.org/greenroom`
  const { services, text } = await read({ ...everything, DATABASE_URL: address })
  expect(text).not.toContain(secret)
  for (const { isSet } of Object.values(services)) expect(isSet).toBe(true)
  const said = Object.values(services).flatMap(({ notes }) => notes)
  for (const note of [
    'Links lead to https://interviews.example.org.',
    'PostgreSQL at db.example.org.',
    'A daily backup is stored in the bucket copies at s3.us-east-1.amazonaws.com.',
    'Emails are sent through mail.example.org:465, from House Lights <hello@example.org>.',
    'Zoom sends changes to https://interviews.example.org/api/webhooks/zoom.',
    'People who agreed to updates are added to MailerLite.',
    'Calendar feed of the series: https://interviews.example.org/calendar.ics.',
  ]) {
    expect(said).toContain(note)
  }
})

test('services that are not set up are listed with the consequence', async () => {
  const { services } = await read({})
  const names = Object.entries(services).filter(([, { isSet }]) => !isSet)
  expect(names.map(([name]) => name)).toEqual(['address', 'copies', 'mail', 'zoom', 'mailerlite'])
  for (const [name, consequence] of [
    ['address', 'links in emails only work on the server itself'],
    ['copies', 'No backups are made.'],
    ['mail', 'emails are not sent'],
    ['mailerlite', 'no one is added to a mailing list'],
  ] as const) {
    expect(services[name]?.notes.join(' ')).toContain(consequence)
  }
})

test('the limits are those that are kept, and it is said when they are off', async () => {
  const on = await read({
    KEEP_ADDRESSES_DAYS: '7',
    KEEP_USAGE_MONTHS: '5',
    KEEP_AUDIT_MONTHS: '3',
  })
  expect(on.areLimitsOn).toBe(true)
  expect(on.kept).toEqual({ addressesDays: 7, usageMonths: 5, auditMonths: 3 })
  expect(on.limits).toContainEqual({ name: 'unknownEmails', most: 30, seconds: 60 })
  expect(on.limits).toContainEqual({ name: 'linkMailsOfMailbox', most: 4, seconds: 3600 })
  expect(on.sizes).toEqual({ picture: 10_485_760, importRows: 200_000, import: 20_971_520 })
  expect((await read({ RATE_LIMITS: 'off' })).areLimitsOn).toBe(false)
})
