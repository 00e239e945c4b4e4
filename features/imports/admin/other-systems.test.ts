import { expect, test } from 'vitest'
import { columnNames, layoutBelow, missingOf } from './attendee-columns.ts'
import { choiceOf, readAttendees } from './read-attendees.ts'

const lines = (...rows: string[]) => rows.join('\r\n')

function people(text: string) {
  return readAttendees(text).attendees.map(({ firstName, lastName, email }) => [
    firstName,
    lastName,
    email,
  ])
}

const thandi = ['Thandi', 'Nkosi', 'thandi@example.com']
const zoe = ['Zoë', 'van der Merwe', 'zoe@example.org']

const eventbrite = lines(
  'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Currency,Total Paid,Attendee Status,Company,Job Title',
  '8612204579,2026-10-02 18:21:09+02:00,Thandi,Nkosi,thandi@example.com,1,,General Admission,15551230981,ZAR,0.00,Attending,Karoo Coffee,Founder',
  '8612204611,2026-10-03 07:02:55+02:00,Zoë,van der Merwe,zoe@example.org,1,,General Admission,15551230982,ZAR,0.00,Attending,"Quay, Ltd",',
)
const eventbriteOrders = lines(
  'Order ID,Order date,Attendee status,Attendee first name,Attendee surname,Attendee email,Buyer first name,Buyer surname,Buyer email,Phone number',
  '8612204579,2026-10-02,Attending,Thandi,Nkosi,thandi@example.com,Sipho,Dlamini,sipho@example.com,',
  '8612204611,2026-10-03,Attending,Zoë,van der Merwe,zoe@example.org,Sipho,Dlamini,sipho@example.com,',
)
const luma = lines(
  'guest_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,qr_code_url,ticket_name',
  'gst-1aQ,Thandi Nkosi,Thandi,Nkosi,thandi@example.com,,2026-10-02T16:21:09.000Z,approved,,https://lu.ma/check-in/e?pk=g-1,Standard',
  'gst-2bR,Zoë van der Merwe,,,zoe@example.org,,2026-10-03T05:02:55.000Z,approved,,https://lu.ma/check-in/e?pk=g-2,Standard',
)
const zoomRegistrations = lines(
  'Report Generated:,"Nov 24, 2026 08:00 AM"',
  'Topic,Webinar ID,Scheduled Time,Duration (minutes),# Registered,# Cancelled,# Approved,# Denied',
  '"Founders, live",812 3456 7890,"Nov 24, 2026 06:30 PM",60,2,0,2,0',
  'Attendee Details,',
  'First Name,Last Name,Email,Registration Time,Approval Status,',
  'Thandi,Nkosi,thandi@example.com,"Nov 2, 2026 18:21:09",approved,',
  'Zoë,van der Merwe,zoe@example.org,"Nov 3, 2026 07:02:55",approved,',
)
const zoomAttendees = lines(
  'Attendee Report',
  'Report Generated:,"Nov 25, 2026 08:00 AM"',
  'Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered,Unique Viewers',
  'Founders live,812 3456 7890,"Nov 24, 2026 06:28 PM",64,2,2',
  'Host Details,',
  'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name',
  'Yes,House Lights,host@example.net,"Nov 24, 2026 06:28 PM","Nov 24, 2026 07:32 PM",64,No,South Africa,',
  'Attendee Details,',
  'Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status,Join Time,Leave Time',
  'Yes,Thandi N.,Thandi,Nkosi,thandi@example.com,"Nov 2, 2026 18:21:09",approved,"Nov 24, 2026 06:30 PM","Nov 24, 2026 07:31 PM"',
  'No,--,Zoë,van der Merwe,zoe@example.org,"Nov 3, 2026 07:02:55",approved,--,--',
)
const zoomMeeting = lines(
  'Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants',
  '812 3456 7890,Founders live,11/24/2026 06:28:00 PM,11/24/2026 07:32:00 PM,host@example.net,64,2',
  '',
  'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,In Waiting Room',
  'Thandi (Thandi Nkosi),thandi@example.com,11/24/2026 06:30:12 PM,11/24/2026 07:31:00 PM,61,Yes,No',
  'Zoë van der Merwe (she/her),zoe@example.org,11/24/2026 06:31:00 PM,11/24/2026 07:31:10 PM,60,Yes,No',
)
const nameAlone = lines(
  'Name;E-mail',
  'Nkosi, Thandi;thandi@example.com',
  'Zoë  van der Merwe;zoe@example.org',
)

test.each([
  ['a list of Eventbrite’s', eventbrite],
  ['a list of Eventbrite’s with buyers', eventbriteOrders],
  ['a list of Luma’s, where some have a whole name only', luma],
  ['Zoom’s list of those who registered, below its title lines', zoomRegistrations],
  ['Zoom’s report of a webinar, whose host is no attendee', zoomAttendees],
  ['Zoom’s report of a meeting', zoomMeeting],
  ['a list with a column for the whole name', nameAlone],
])('%s is read without being asked', (_name, text) => {
  const list = readAttendees(text)
  expect(people(text)).toEqual([thandi, zoe])
  expect(list).toMatchObject({ layout: { isKnown: true }, leftOut: 0 })
  // What stands fourth in these is no event.
  expect(list.attendees.map(({ eventIdentifier }) => eventIdentifier)).toEqual([
    undefined,
    undefined,
  ])
})

test('what a list of Eventbrite’s says of a company comes along', () => {
  expect(readAttendees(eventbrite).attendees).toMatchObject([
    { company: 'Karoo Coffee', jobTitle: 'Founder', line: 2 },
    { company: 'Quay, Ltd', line: 3 },
  ])
})

test('the header below title lines is named by its line', () => {
  expect(readAttendees(zoomRegistrations).header).toEqual({ line: 5, isFirst: false })
  expect(readAttendees(zoomMeeting).header).toEqual({ line: 4, isFirst: false })
})

const unknown = lines(
  'Gäste des Abends',
  'Courriel;Nom;Prénom;Société',
  'thandi@example.com;Nkosi;Thandi;Karoo Coffee',
  'zoe@example.org;van der Merwe;Zoë;',
)

test('a header that nobody knows is a guess: its e-mails are found, and nobody is read before the names are chosen', () => {
  const list = readAttendees(unknown)
  expect(list).toMatchObject({ attendees: [], header: { line: 2 }, layout: { isKnown: false } })
  expect([...list.layout.columns]).toEqual([['email', 0]])
  expect(missingOf(list.layout.columns)).toEqual(['name'])
})

test('columns that were matched by hand are read as matched, through corrections, and in no other list', () => {
  const { rows, layout } = readAttendees(unknown)
  const columns = new Map([
    ...layout.columns,
    ['lastName', 1],
    ['firstName', 2],
    ['company', 3],
  ] as const)
  const chosen = choiceOf(rows, { ...layout, columns })
  const read = (text: string) => readAttendees(text, chosen).attendees
  expect(read(unknown)).toEqual([
    { firstName: 'Thandi', lastName: 'Nkosi', email: thandi[2], company: 'Karoo Coffee', line: 3 },
    { firstName: 'Zoë', lastName: 'van der Merwe', email: zoe[2], line: 4 },
  ])
  expect(read(unknown.replace('thandi@', 'thandi.nkosi@'))[0]?.email).toBe(
    'thandi.nkosi@example.com',
  )
  expect(read(nameAlone)).toHaveLength(2)
  expect(read(unknown.replace('Prénom', 'Surnom'))).toEqual([])
})

test('another header row can be pointed out, or none, and its names are read anew', () => {
  const { rows } = readAttendees(zoomMeeting)
  const host = layoutBelow(rows, 0)
  expect([...host.columns]).toEqual([['email', 4]])
  const none = layoutBelow(rows, null)
  expect(readAttendees(zoomMeeting, choiceOf(rows, none)).header).toBe(null)
  const again = layoutBelow(rows, 2)
  expect(readAttendees(zoomMeeting, choiceOf(rows, again)).attendees).toHaveLength(2)
})

test('a list without a header whose e-mails do not stand third asks which column is which', () => {
  const list = readAttendees('Thandi Nkosi\tthandi@example.com\nZoë Dube\tzoe@example.org')
  expect(list.layout).toEqual({ header: null, columns: new Map([['email', 1]]), isKnown: false })
})

test('who has one name only is kept, to be told of; who has none is left out', () => {
  const text = lines('Name,Email', 'Madonna,m@example.com', ',n@example.com', 'Ann Lee,')
  expect(people(text)).toEqual([['Madonna', '', 'm@example.com']])
  expect(readAttendees(text).leftOut).toBe(2)
})

test('each column has a name to choose it by', () => {
  expect(new Set(Object.values(columnNames)).size).toBe(Object.keys(columnNames).length)
})

test('people who stand above the header of a second list are read, and a foreign event column is one', () => {
  const joined = lines(
    'Thandi,Nkosi,thandi@example.com',
    'First Name,Last Name,Email,Event',
    'Zoë,van der Merwe,zoe@example.org,2',
  )
  // The header between them is told of as a line without an e-mail.
  expect(people(joined)).toEqual([thandi, ['First Name', 'Last Name', 'Email'], zoe])
  for (const called of ['Event (Name or ID; date)', 'Event Status', 'Interview']) {
    for (const title of [[], ['Our autumn list']]) {
      const text = lines(
        ...title,
        `First Name,Last Name,Email,${called}`,
        'Thandi,Nkosi,thandi@example.com,7',
      )
      const [read] = readAttendees(text).attendees
      expect([called, title.length, read?.eventIdentifier]).toEqual([called, title.length, '7'])
    }
  }
})
