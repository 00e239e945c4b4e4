import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const known = 'https://meet.google.com/abc-defg-hij'

test.for([
  ['https://Meet.Google.com/abc defg', 'https://meet.google.com/abc%20defg'],
  ['HTTPS://rooms.example:443', 'https://rooms.example/'],
  ['https://bücher.example/ä?q=ö#here', 'https://xn--bcher-kva.example/%C3%A4?q=%C3%B6#here'],
  ['', null],
])('the room address %j is kept as %j', async ([typed, kept]) => {
  const { db, asAdmin } = await testApp()
  const event = await buildEvent(db)
  const admin = await asAdmin()
  const params = { id: event.id }
  const answer = await admin.call(changeEvent, { params, body: { roomUrl: typed } })
  expect([answer.status, answer.body.roomUrl]).toEqual([200, kept])
  expect(await db.select({ roomUrl: events.roomUrl }).from(events)).toEqual([{ roomUrl: kept }])
})

test.for([
  'http://meet.google.com/abc',
  'meet.google.com/abc',
  'https:meet.google.com/abc',
  'https:///meet.google.com/abc',
  'https://',
  'https:\\\\meet.google.com',
  'https://host:secret@meet.google.com/abc',
  'https://meet.google.com@evil.example/abc',
  'https://@evil.example/abc',
  'https://meet.google.com/a\nb',
  'https://meet.goo\r\ngle.com/',
  'https://meet.google.com/a\tb',
  `https://meet.google.com/${'ä'.repeat(400)}`,
])('the room address %j is refused by its name', async (roomUrl) => {
  const { db, asAdmin } = await testApp()
  const event = await buildEvent(db, { roomUrl: known })
  const admin = await asAdmin()
  const sent = { params: { id: event.id }, body: { roomUrl: roomUrl } }
  const answer = await admin.call(changeEvent, sent)
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'roomUrl'])
  expect(await db.select({ roomUrl: events.roomUrl }).from(events)).toEqual([{ roomUrl: known }])
})
