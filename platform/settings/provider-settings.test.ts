import { expect, test } from 'vitest'
import { settingsComplaint } from '#tests/support/settings-complaint.ts'
import { loadConfig } from './config.ts'

test('MailerLite is off unless it is set, and half of it is refused by naming what is missing', () => {
  const whole = { MAILERLITE_API_KEY: 'key', MAILERLITE_WEBHOOK_SECRET: 'hush' }
  expect(loadConfig({ MAILERLITE_API_URL: 'https://lite.example/api' }).mailerlite).toBeUndefined()
  expect(loadConfig(whole).mailerlite).toEqual({
    apiKey: 'key',
    webhookSecret: 'hush',
    apiUrl: 'https://connect.mailerlite.com/api',
  })
  const grouped = { ...whole, MAILERLITE_GROUP_ID: '159876543210987654' }
  expect(loadConfig(grouped).mailerlite?.groupId).toBe('159876543210987654')
  expect(settingsComplaint({ ...whole, MAILERLITE_GROUP_ID: 'members' })).toMatch(
    /^MAILERLITE_GROUP_ID must/,
  )
  for (const lacking of Object.keys(whole)) {
    expect(settingsComplaint({ ...whole, [lacking]: '' })).toMatch(
      new RegExp(`^${lacking} is missing`),
    )
  }
  const alone = settingsComplaint({ MAILERLITE_GROUP_ID: '1' })
  expect(alone).toBe('MAILERLITE_API_KEY is missing: MAILERLITE_GROUP_ID requires it')
})

test('Zoom is off unless it is set, and half of it is refused by naming what is missing', () => {
  const whole = {
    ZOOM_ACCOUNT_ID: 'account',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: 'hush',
    ZOOM_WEBHOOK_SECRET: 'token',
  }
  expect(loadConfig({ ZOOM_API_URL: 'https://api.zoom.example/v2' }).zoom).toBeUndefined()
  expect(loadConfig(whole).zoom).toEqual({
    accountId: 'account',
    clientId: 'client',
    clientSecret: 'hush',
    webhookSecret: 'token',
    apiUrl: 'https://api.zoom.us/v2',
    oauthUrl: 'https://zoom.us/oauth/token',
  })
  const local = { ...whole, ZOOM_API_URL: 'http://127.0.0.1:9/v2/' }
  expect(loadConfig(local).zoom?.apiUrl).toBe('http://127.0.0.1:9/v2')
  expect(settingsComplaint({ ...whole, ZOOM_API_URL: 'zoom' })).toMatch(/^ZOOM_API_URL must begin/)
  const half = settingsComplaint({ ZOOM_CLIENT_ID: 'client', ZOOM_CLIENT_SECRET: 'hush' })
  expect(half.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'ZOOM_ACCOUNT_ID',
    'ZOOM_WEBHOOK_SECRET',
  ])
  expect(half).not.toContain('hush')
})
