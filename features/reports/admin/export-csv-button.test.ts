import { expect, test } from 'vitest'
import { writeRegistrationsCsv } from './export-csv-button.tsx'

// The next day has already begun in the display zone.
const moment = { now: new Date('2026-12-02T22:30:00Z'), zone: 'Africa/Johannesburg' }

const zoe = {
  id: 12,
  firstName: 'Zoë',
  lastName: 'O"Brien, Jr',
  email: 'zoe@example.com',
  personKey: 'c0ffee',
  company: '=HYPERLINK("x")',
  jobTitle: 'Founder 🚀',
  linkedin: 'https://linkedin.com/in/zoe',
  interests: ['hardware', 'funding'],
  questions: 'One?\nTwo?',
  receiveUpdates: true,
  createdAt: '2026-11-30T23:05:09.500Z',
}

test('the export has the specified name, columns, formats and quoting', () => {
  expect(writeRegistrationsCsv([zoe, { ...zoe, receiveUpdates: false }], moment)).toEqual({
    name: 'event-registrations-2026-12-03.csv',
    text: [
      '\uFEFF"ID","First Name","Last Name","Email","Company","Job Title","LinkedIn","Interests","Questions","Receive Updates","Registration Date"',
      '"12","Zoë","O""Brien, Jr","zoe@example.com","\'=HYPERLINK(""x"")","Founder 🚀","https://linkedin.com/in/zoe","hardware; funding","One?\nTwo?","Yes","2026-12-01 01:05:09"',
      '"12","Zoë","O""Brien, Jr","zoe@example.com","\'=HYPERLINK(""x"")","Founder 🚀","https://linkedin.com/in/zoe","hardware; funding","One?\nTwo?","No","2026-12-01 01:05:09"',
      '',
    ].join('\r\n'),
  })
})

test('without registrations there is nothing to export', () => {
  expect(writeRegistrationsCsv([], moment)).toBeUndefined()
})
