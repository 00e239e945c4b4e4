import { expect, test } from 'vitest'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { describeAuditEntry, describeActor } from './audit-words.ts'

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
  ...fields,
})

test('a change names its event, its move and its fields', () => {
  const details = { eventId: 4, fields: ['storedStatus', 'eventTime'], from: 'pre_registration' }
  expect(
    describeAuditEntry(entry({ subject: 'A talk', details: { ...details, to: 'upcoming' } })),
  ).toBe('A talk · pre registration → upcoming · stored status, event time')
})

test("failures are counted, and a name that is nobody's is not shown", () => {
  const failed = entry({ action: 'sign_in_failed', username: '', count: 1200 })
  expect([describeAuditEntry(failed), describeActor(failed)]).toEqual([
    '1,200 times',
    'An unknown name',
  ])
  expect(describeActor(entry({ username: null }))).toBe('In the terminal')
})

test('numbers are named, and a sign-in says nothing twice', () => {
  const details = { eventId: 4, registrations: 1200 }
  expect(describeAuditEntry(entry({ action: 'event_deleted', subject: 'A talk', details }))).toBe(
    'A talk · 1,200 registrations',
  )
  expect(describeAuditEntry(entry({ action: 'sign_in', subject: 'admin' }))).toBe('')
  const picture = { address: '/images/a.webp', size: 20_000 }
  expect(
    describeAuditEntry(entry({ action: 'picture_uploaded', subject: 'a.png', details: picture })),
  ).toBe('a.png · 20 kB')
})
