import { expect, test } from 'vitest'
import { splitName } from '#features/imports/rules.ts'
import { readAttendees, readList, type Matching } from './read-attendees.ts'

const lines = (...rows: string[]) => rows.join('\r\n')
const events = new Set(['7', 'the last mile'])

function read(text: string, matching: Partial<Matching> = {}) {
  const list = readList(text)
  const before = readAttendees(list, undefined, events)
  const after = readAttendees(list, { ...before.matching, isOpen: false, ...matching }, events)
  const roles = Object.fromEntries(
    before.columns.flatMap(({ name, role }) => (role ? [[name, role]] : [])),
  )
  const people = after.attendees.map(({ firstName, lastName, fullName, email }) => {
    const name = fullName ? splitName(fullName) : { firstName, lastName }
    return [name.firstName, name.lastName, email]
  })
  return { before, after, roles, people }
}

const thandi = ['Thandi', 'Nkosi', 'thandi@example.com']
const zoe = ['Zoë', 'van der Merwe', 'zoe@example.org']

test.each([
  [
    'attendees and buyers',
    lines(
      'Order ID,Attendee first name,Attendee surname,Attendee email,Buyer first name,Buyer email',
      '861,Thandi,Nkosi,thandi@example.com,Sipho,sipho@example.com',
      '862,Zoë,van der Merwe,zoe@example.org,Sipho,sipho@example.com',
    ),
  ],
  [
    'whole names beside first and last names that some do not have',
    lines(
      'guest_id,name,first_name,last_name,email',
      'g1,Thandi Nkosi,Thandi,Nkosi,thandi@example.com',
      'g2,Zoë van der Merwe,,,zoe@example.org',
    ),
  ],
  [
    'a last name that is called Name',
    lines(
      'Firstname,Name,Email',
      'Thandi,Nkosi,thandi@example.com',
      'Zoë,van der Merwe,zoe@example.org',
    ),
  ],
  [
    'German headers, last name first',
    lines(
      'Nachname;Vorname;E-Mail',
      'Nkosi;Thandi;thandi@example.com',
      'van der Merwe;Zoë;zoe@example.org',
    ),
  ],
  [
    'a time before the name',
    lines(
      'Zeitstempel,Name,E-Mail-Adresse',
      '07.02.2026 00:13:31,"Nkosi, Thandi",thandi@example.com',
      '07.02.2026 00:14:31,Zoë van der Merwe (she/her),zoe@example.org',
    ),
  ],
  [
    'Spanish headers',
    lines(
      'Apellidos,Nombre,Correo electrónico',
      'Nkosi,Thandi,thandi@example.com',
      'van der Merwe,Zoë,zoe@example.org',
    ),
  ],
])('a list with %s is asked about, with the right columns chosen', (_name, text) => {
  const { before, people } = read(text)
  expect(before).toMatchObject({ isAsked: true, missing: [], attendees: [] })
  expect(people).toEqual([thandi, zoe])
})

test('columns are chosen only where header and cells agree', () => {
  const { roles } = read(
    lines(
      'Name,Email,Role,Position,Firma,Event,Company,Job title',
      'Thandi Nkosi,thandi@example.com,Buyer,2026-06-15,Karoo,On the road,Yes,Founder',
    ),
  )
  expect(roles).toEqual({
    Name: 'fullName',
    Email: 'email',
    Firma: 'company',
    'Job title': 'jobTitle',
  })
})

test('an event column is chosen where it names one of our events', () => {
  const row = 'Thandi Nkosi,thandi@example.com,The  LAST mile'
  expect(read(lines('Name,Email,Event', row)).roles).toMatchObject({ Event: 'eventIdentifier' })
})

test.each([
  ['a date first', '07.02.2026 00:13:31,Thandi Nkosi,thandi@example.com'],
  ['a yes as the company', 'Thandi,Nkosi,thandi@example.com,7,Yes,Founder'],
  ['the address first', 'thandi@example.com,Thandi,Nkosi'],
  ['a seventh column', 'Thandi,Nkosi,thandi@example.com,7,Karoo,Founder,more'],
  ['statuses as companies', 'Thandi,Nkosi,thandi@example.com,7,Declined'],
  ['statuses as job titles', 'Thandi,Nkosi,thandi@example.com,7,Karoo,Waitlisted'],
])('a list without a header and with %s is asked about by column numbers', (_name, text) => {
  const { before } = read(text)
  expect(before.isAsked).toBe(true)
  expect(before.columns.map(({ name }) => name).slice(0, 3)).toEqual([
    'Column 1',
    'Column 2',
    'Column 3',
  ])
})

test('a company called Notion and empty columns at the end are no reason to ask', () => {
  const { before } = read('Thandi,Nkosi,thandi@example.com,7,Notion,Founder,,\nZoë,Dube,zoe@x.org')
  expect(before).toMatchObject({ isAsked: false, attendees: [{ company: 'Notion' }, {}] })
})

test('a single address or a list without addresses is not asked about', () => {
  for (const text of ['thandi@example.com', 'Name,RSVP\nThandi,Yes']) {
    expect(read(text).before).toMatchObject({ isAsked: false, attendees: [] })
  }
})

const zoom = lines(
  'Attendee Report',
  'Topic,Webinar ID',
  'Founders live,812',
  'Host Details,',
  'Attended,User Name (Original Name),Email',
  'Yes,House Host,host@example.net',
  'Attendee Details,',
  'Attended,User Name (Original Name),First Name,Last Name,Email,Approval Status',
  'Yes,Thandi N.,Thandi,Nkosi,thandi@example.com,approved',
  'No,--,Zoë,van der Merwe,zoe@example.org,denied',
  'Other Attended',
  'User Name,Join Time',
  '27825550199,later',
)

test('the attendees section of a report is read unless another one is chosen', () => {
  const { before, people, after } = read(zoom)
  expect(before.tables.map(({ title }) => title)).toEqual(['Host Details', 'Attendee Details'])
  expect(people).toEqual([thandi])
  expect(after.skipped).toEqual([
    { line: 10, name: 'Zoë van der Merwe', email: 'zoe@example.org', reason: 'Status: denied' },
    { line: 6, name: '', email: 'host@example.net', reason: 'Section: Host Details' },
  ])
  expect(read(zoom, { table: 0 }).people).toEqual([['House', 'Host', 'host@example.net']])
})

test('statuses are counted, and only positive ones are taken unless the organiser says otherwise', () => {
  const text = lines(
    'Name,Email,Status,Unsubscribed,UNSUB_TIME',
    'A One,a@x.org,Confirmed,false,',
    'B Two,b@x.org,Declined,false,',
    'C Three,c@x.org,Confirmed,true,2026-03-01 10:00:00',
    'D Four,d@x.org,,No,',
  )
  const { before, people } = read(text)
  expect(before.statuses.map(({ label, count, isTaken }) => [label, count, isTaken])).toEqual([
    ['Status: Confirmed', 2, true],
    ['Status: Declined', 1, false],
    ['Status: No value', 1, false],
    ['Unsubscribed: false', 2, true],
    ['Unsubscribed: true', 1, false],
    ['Unsubscribed: No', 1, true],
    ['UNSUB_TIME: No value', 3, true],
    ['UNSUB_TIME: Yes', 1, false],
  ])
  expect(people.map(([first]) => first)).toEqual(['A'])
  const statuses = { 'Status: Declined': true, 'Status: No value': true }
  expect(read(text, { statuses }).people.map(([first]) => first)).toEqual(['A', 'B', 'D'])
})

const registrationReport = (header: string, ...statuses: string[]) =>
  lines(header, ...statuses.map((status, at) => `Thandi,Nkosi,p${at}@example.com,${status}`))

test.each([
  [
    'German',
    'Vorname,Nachname,E-Mail-Adresse,Genehmigungsstatus',
    ['genehmigt', 'abgelehnt', 'ausstehend', 'storniert'],
  ],
  [
    'French',
    "Prénom,Nom,E-mail,Statut d'approbation",
    ['approuvé', 'refusé', 'annulé', 'en attente'],
  ],
  [
    'Spanish',
    'Nombre,Apellidos,Correo electrónico,Estado del asistente',
    ['Asistirá', 'No asistirá', 'Anulado'],
  ],
  ['Dutch', 'Voornaam,Achternaam,E-mailadres,Aanwezig', ['ja', 'nee']],
  ['French by yes and no', 'Prénom,Nom de famille,Courriel,Serez-vous présent ?', ['Oui', 'Non']],
  ['unknown', 'First name,Last name,Email,Order status', ['paid', 'zrušeno', 'čeká']],
])('of a list with %s statuses only the positive one is taken', (_name, header, statuses) => {
  const { people, after } = read(registrationReport(header, ...statuses))
  expect(people).toEqual([['Thandi', 'Nkosi', 'p0@example.com']])
  expect(after.skipped.map(({ reason }) => reason)).toEqual(
    statuses.slice(1).map((status) => `Status: ${status}`),
  )
})

test.each([
  ['CLEAN_TIME', '', '2026-02-02 10:00:00'],
  ['BLACKLISTED', '0', '1'],
  ['Désabonné', 'non', 'oui'],
  ['Email hard bounce reason', '', 'UNKNOWN_USER'],
])('a mark in the column %s keeps a person out unless the organiser says otherwise', (...row) => {
  const [header, none, mark] = row
  const { people } = read(
    registrationReport(`First name,Last name,Email address,${header}`, none, mark),
  )
  expect(people).toEqual([['Thandi', 'Nkosi', 'p0@example.com']])
})

test('the number of another system’s event is not taken for one of ours', () => {
  const text = registrationReport('First name,Last name,Email,Event ID,Ticket', '7,General')
  expect(read(text).roles).not.toHaveProperty('Event ID')
})

test('a Dutch name prefix belongs to the last name', () => {
  const text = lines(
    'achternaam,tussenvoegsel,voornaam,e-mailadres',
    'Merwe,van der,Zoë,zoe@example.org',
    'Nkosi,,Thandi,thandi@example.com',
  )
  expect(read(text).people).toEqual([zoe, thandi])
})

test.each([
  ['Status', 'Confirmed', 'Declined'],
  ['Status', '', 'Declined'],
  ['Role', 'Attendee', 'Organizer'],
  ['Unsubscribed', '', 'yes'],
  ['Unsubscribed', 'false', 'true'],
  ['Bounced at', '', '2026-03-01 10:00:00'],
  ['Deleted', 'No', 'Yes'],
])('the column %s excludes people whose first mark is far down the list', (name, usual, mark) => {
  const rows = Array.from({ length: 60 }, (_, at) => `Ann Lee,a${at}@x.org,${usual}`)
  const { after, roles } = read(
    lines(`Name,Email,${name}`, ...rows, `Zoë Dube,zoe@x.org,${mark}`, 'Bo Day,bo@x.org,'),
  )
  expect(roles).toMatchObject({ [name]: 'status' })
  expect(after.skipped).toContainEqual(expect.objectContaining({ email: 'zoe@x.org' }))
})

test('a meeting’s roles are statuses, and its organiser is not imported unasked', () => {
  const { after, roles } = read(
    lines(
      'Name,Email,Role',
      'House Host,host@x.org,Organizer',
      'Thandi Nkosi,thandi@example.com,Attendee',
    ),
  )
  expect(roles).toMatchObject({ Role: 'status' })
  expect(after.skipped).toMatchObject([{ name: 'House Host', reason: 'Status: Organizer' }])
})

test('choices for a list survive corrections and do not apply to other lists', () => {
  const text = lines('Wer,Wo', 'Thandi Nkosi,thandi@example.com', 'Zoë Dube,zoe@example.org')
  const choices = { 0: 'fullName', 1: 'email' } as const
  const { matching } = read(text, { choices }).after
  const again = (other: string) => readAttendees(readList(other), matching, events).attendees
  expect(again(text.replace('thandi@', 'thandi.nkosi@'))).toMatchObject([
    { email: 'thandi.nkosi@example.com' },
    { email: 'zoe@example.org' },
  ])
  expect(again(text.replace('Wer', 'Who'))).toEqual([])
  expect(again(lines('Wer,Wo', 'Ann Lee,ann@example.com'))).toEqual([])
})

test('choices for a list without a header do not apply to other lists', () => {
  const rows = ['thandi@example.com,Thandi,Nkosi', 'zoe@example.org,Zoë,Dube']
  const choices = { 0: 'email', 1: 'lastName', 2: 'firstName' } as const
  const { matching } = read(lines(...rows), { choices }).after
  const again = (...other: string[]) => readAttendees(readList(lines(...other)), matching, events)
  expect(again(rows[0]!, 'zoe@example.org,Zoë,Day').attendees).toHaveLength(2)
  expect(again('ann@example.com,Ann,Lee')).toMatchObject({ isAsked: true, attendees: [] })
})
