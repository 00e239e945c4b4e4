import { expect, test } from 'vitest'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { auditActions } from '#kernel/values.ts'
import { describeAuditEntry, describeActor } from './audit-labels.ts'

const key = '0123456789abcdef0123456789abcdef'

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-21T08:00:00.000Z',
  count: 1,
  firstAt: '2026-11-21T08:00:00.000Z',
  action: 'event_changed',
  username: 'admin',
  subject: '',
  details: {},
  address: null,
  person: null,
  event: null,
  batch: null,
  ...fields,
})

function read(fields: Partial<AuditEntry>) {
  const { before, about, after } = describeAuditEntry(entry(fields))
  return `${before}${about?.name ?? ''}${after}`
}

test('a change names its event, its move and its fields as a form calls them', () => {
  const details = {
    eventId: 4,
    fields: ['status', 'storedStatus', 'eventTime', 'roomUrl', 'speakerTitle'],
    from: 'pre_registration',
    to: 'upcoming',
  }
  const event = { id: 4, title: 'A talk' }
  expect(read({ subject: 'A talk', details, event })).toBe(
    'Changed the event A talk: status from pre registration to upcoming; start, meeting link, speaker title.',
  )
  expect(describeAuditEntry(entry({ details, event })).about?.to).toBe('/admin/events/4')
})

test('changed settings are called what their forms call them', () => {
  const details = { fields: ['SMTP_URL.host', 'MAIL_FROM'] }
  expect(read({ action: 'settings_changed', subject: 'mail', details })).toBe(
    'Changed the settings of mail: server, sender.',
  )
})

test('the audit log describes an import with its numbers', () => {
  const none = { updated: 0, eventRegistrations: 0, videoOnly: 0, duplicates: 0, failed: 0 }
  const batch = { ...none, imported: 1200, eventRegistrations: 1 }
  const details = { batchId: '5f0c6c1e-9d0f-4b80-a7c9-0a8f3d1b7e11' }
  expect(read({ action: 'import', subject: 'attendees', details, batch })).toBe(
    'Imported attendees: 1,200 new people; 1 registration.',
  )
  expect(read({ action: 'import', subject: 'video-access', details })).toBe(
    'Imported video access.',
  )
})

test('people appear with their present names, and keys are hidden', () => {
  const person = { key, name: 'Zola Nkosi' }
  const about = { subject: key, details: { mail: 'join_link', eventId: 4, from: key } }
  const event = { id: 4, title: 'A talk' }
  expect(read({ action: 'mail_sent_again', ...about, person, event })).toBe(
    'Sent an email again to Zola Nkosi: “Join link”; for A talk.',
  )
  for (const action of auditActions) expect(read({ action, ...about })).not.toMatch(/[0-9a-f]{16}/)
  expect(read({ action: 'person_exported', subject: key })).toBe(
    'Exported all data of a person who is no longer known.',
  )
})

test('failures are counted, and unknown names are hidden', () => {
  const failed = { action: 'sign_in_failed', username: '', count: 1200 } as const
  expect(read(failed)).toBe('Failed to sign in: 1,200 times.')
  expect(describeActor(entry(failed))).toBe('Unknown username')
  expect(describeActor(entry({ username: null }))).toBe('Command line')
})
