import { expect, test } from 'vitest'
import { settingsComplaint } from '#tests/support/settings-complaint.ts'
import { loadConfig } from './config.ts'

test('a mailbox for what comes back is named by an address, and nothing is said to another machine without TLS', () => {
  const read = (url: string) => loadConfig({ BOUNCE_IMAP_URL: url }).bounceMailbox
  expect(loadConfig({}).bounceMailbox).toBeUndefined()
  expect(read('imaps://hello%40lights.example:a%26b@mail.example.org/Returned%20mail')).toEqual({
    name: 'hello@lights.example@mail.example.org/Returned mail',
    host: 'mail.example.org',
    port: 993,
    secure: true,
    requireTls: true,
    user: 'hello@lights.example',
    pass: 'a&b',
    folder: 'Returned mail',
  })
  expect(read('imap://me:50%@mail.example.org:1143')).toMatchObject({
    port: 1143,
    pass: '50%',
    folder: 'INBOX',
    secure: false,
    requireTls: true,
  })
  expect(read('imap://me:hush@127.0.0.1')).toMatchObject({ port: 143, requireTls: false })
  for (const wrong of ['imaps://mail.example.org', 'pop3://me:hush@mail.example.org', 'me']) {
    const complaint = settingsComplaint({ BOUNCE_IMAP_URL: wrong })
    expect(complaint).toMatch(/^BOUNCE_IMAP_URL must look like imaps:/)
    expect(complaint).not.toContain('hush')
  }
})
