import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { changeEvent, getEventChecklist, listEvents } from '#features/events/contract.ts'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { markQuestion, readQuestionBoard } from '#features/questions/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { putChapters, putTranscript } from '#features/transcripts/contract.ts'
import type { ChecklistKey, ListedEvent } from '#kernel/event-shapes.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { announcementStage } from './support/announcement-stage.ts'
import { buildEvent, editEvent, registrationBody } from './support/builders.ts'
import { heldEventStage } from './support/event-day-stage.ts'
import { mailStage } from './support/mail-stage.ts'
import { noteStatements } from './support/note-statements.ts'
import { testApp } from './support/test-app.ts'
import { text as transcript } from './support/transcript-stage.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** Signs in for each reading, because sessions end while the clock of a test moves on. */
function checklistOf({ asAdmin }: Pick<App, 'asAdmin'>, id: number) {
  return async function read(key: ChecklistKey) {
    const { call } = await asAdmin()
    const { body } = await call(getEventChecklist, { params: { id } })
    const { state, fact, action } = body.find((step) => step.key === key)!
    return action ? [state, fact, action.href.replace(`/admin/events/${id}`, '')] : [state, fact]
  }
}

test('before the event each step is done by the operation that its link leads to', async () => {
  const stage = await announcementStage()
  const { db, call, runJobs, clock, event, begin } = stage
  const { id } = event
  const bare = { eventTime: null, eventEndTime: null, dateConfirmed: false, bannerImage: '' }
  await editEvent(db, id, { ...bare, status: 'pre_registration', publishAt: 'draft' })
  const read = checklistOf(stage, id)
  const change = async (body: Record<string, unknown>) =>
    expect((await call(changeEvent, { params: { id }, body })).status).toBe(200)

  expect(await read('set_date_and_time')).toEqual([
    'due',
    'No start time: no reminders or Zoom registrations.',
    '/details#eventTime',
  ])
  await change({ eventTime: '2026-12-10T16:00:00Z', eventEndTime: '2026-12-10T17:00:00Z' })
  expect(await read('set_date_and_time')).toEqual(['done', 'Date and start time are set.'])

  expect(await read('publish')).toEqual([
    'due',
    'Draft: visitors cannot see the event.',
    '/details#publishing',
  ])
  expect(await read('add_picture')).toEqual(['due', 'No banner image yet.', '/details#bannerImage'])
  await change({ publishAt: null })
  expect(await read('add_picture')).toMatchObject(['late', {}, {}])
  await change({ bannerImage: '/images/banners/last-mile.webp' })
  expect(await read('add_picture')).toEqual(['done', 'The banner image is set.'])
  expect(await read('publish')).toEqual(['due', 'Published. Registration is not open yet.', ''])
  await change({ status: 'upcoming' })
  expect(await read('publish')).toEqual(['done', 'Published. 0 people registered.'])

  expect(await read('confirm_date')).toMatchObject(['due', {}, '/details#dateConfirmed'])
  expect(await read('reminders')).toEqual(['ahead', 'No reminders until the date is confirmed.'])
  await change({ dateConfirmed: true })
  expect(await read('confirm_date')).toEqual(['done', 'The date is confirmed.'])

  expect(await read('set_meeting_link')).toEqual([
    'ahead',
    'No meeting link yet: join links will not work.',
    '/details#roomUrl',
  ])
  await change({ webinarId: '81234567890' })
  expect(await read('set_meeting_link')).toMatchObject([
    'ahead',
    'Zoom is not connected: join links will not work.',
    {},
  ])
  await change({ webinarId: null, roomUrl: 'https://meet.example.org/salt' })
  expect(await read('set_meeting_link')).toEqual(['done', 'The meeting link is set.'])

  expect(await read('send_guest_link')).toEqual([
    'ahead',
    'The guest has no link yet. Add their email.',
    '/people',
  ])
  const guest = { name: 'Ada Dube', email: 'ada@example.com', role: 'guest' }
  await call(addCrewMember, { params: { id }, body: guest })
  expect(await read('send_guest_link')).toMatchObject([
    'ahead',
    'The email with the guest link has not been sent yet.',
    {},
  ])
  await runJobs()
  expect(await read('send_guest_link')).toEqual(['done', 'The guest has received their link.'])

  const body = registrationBody({ eventIds: [id], questions: 'Why salt?' })
  await call(registerForEvents, { body })
  await runJobs()
  expect(await read('reminders')).toEqual([
    'ahead',
    'Planned a day and an hour before the start. 1 person registered.',
  ])
  expect(await read('read_questions')).toEqual(['ahead', '1 of 1 question open.', '/questions'])
  const board = (await call(readQuestionBoard, { params: { id } })).body
  const [question] = board.questions
  await call(markQuestion, { params: { id: question!.id }, body: { state: 'answered' } })
  expect(await read('read_questions')).toEqual(['done', '0 of 1 question open.'])

  expect(await read('invite_subscribers')).toEqual(['due', 'No invitation sent yet.', '/email'])
  await begin({ topic: 'news', audience: { any: [{ kind: 'updates' }] } })
  expect(await read('invite_subscribers')).toEqual([
    'done',
    'A newsletter about this event was sent.',
  ])

  clock.set('2026-12-10T15:30:00Z')
  expect(await read('open_room')).toEqual([
    'due',
    'Start your meeting. Join links work from 15 minutes before the start.',
    '',
  ])
  clock.set('2026-12-10T16:00:00Z')
  expect(await read('open_room')).toMatchObject(['late', {}, {}])
  const [registration] = await db.select().from(eventRegistrations)
  const link = { ...registration!, email: body.email }
  const token = makeLinkToken(await readLinkKey(db), 'join', link)
  expect((await call(takeJoinLink, { body: { token } })).body.state).toBe('open')
  expect(await read('open_room')).toEqual(['done', '1 of 1 joined by link.'])
})

test('after the event each step is done by the operation that its link leads to', async () => {
  const stage = await announcementStage()
  const { db, call, event, begin, register } = stage
  const params = { id: event.id }
  await editEvent(db, event.id, {
    roomUrl: 'https://meet.example.org/salt',
    eventDate: '2026-11-22',
    eventTime: '2026-11-22T16:00:00.000Z',
    eventEndTime: '2026-11-22T17:00:00.000Z',
  })
  await register()
  const read = checklistOf(stage, event.id)
  const change = async (body: Record<string, unknown>) =>
    expect((await call(changeEvent, { params, body })).status).toBe(200)

  expect(await read('open_room')).toEqual(['not_needed', 'No one has joined yet.'])
  expect(await read('attendance')).toEqual(['not_needed', '0 of 1 joined by link.'])
  expect(await read('add_recording')).toEqual(['late', 'No recording link yet.', '/recording'])
  await change({ videoUrl: 'https://example.org/film' })
  expect(await read('add_recording')).toMatchObject([
    'late',
    'The recording link is not a recognised video link.',
    {},
  ])
  await change({ videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' })
  expect(await read('add_recording')).toEqual(['done', 'The recording link is saved.'])
  expect(await read('release_recording')).toEqual([
    'late',
    'Members cannot watch the recording yet.',
    '/recording',
  ])
  await change({ recordingReady: true })
  expect(await read('release_recording')).toEqual(['done', 'Released to members.'])

  expect(await read('add_transcript')).toEqual(['due', 'No transcript yet.', '/recording'])
  await call(putTranscript, { params, body: { text: transcript } })
  expect(await read('add_transcript')).toMatchObject([
    'due',
    'Transcript saved, no chapters yet.',
    {},
  ])
  await call(putChapters, { params, body: { text: '00:00 Opening' } })
  expect(await read('add_transcript')).toEqual(['done', 'Transcript and 1 chapter saved.'])

  expect(await read('write_to_missed')).toMatchObject(['due', {}, '/email'])
  await begin({ audience: { any: [{ kind: 'did_not_come', eventId: event.id }] } })
  expect(await read('write_to_missed')).toEqual([
    'done',
    'People who missed the event have been emailed.',
  ])

  expect(await read('plan_next_event')).toMatchObject(['due', 'No later event yet.', {}])
  await buildEvent(db, { eventDate: '2027-01-14', eventTime: '2027-01-14T16:00:00.000Z' })
  expect(await read('plan_next_event')).toEqual(['done', 'A later event exists.'])
})

test('reminders state what was planned, sent and failed', async () => {
  const stage = await mailStage()
  const { build, register, at, server } = stage
  const { id } = await build()
  const read = checklistOf(stage, id)
  await register('zola', id)
  await register('sipho', id)
  await at('2026-12-02T16:00:00Z')
  expect(await read('reminders')).toEqual([
    'ahead',
    'Planned a day and an hour before the start. 2 people registered.',
  ])
  await at('2026-12-09T16:01:00Z')
  expect(await read('reminders')).toEqual(['ahead', 'Sent: 2 a day before, 0 an hour before.'])
  server.refuse('zola@example.com', '550 no such mailbox')
  await at('2026-12-10T15:01:00Z')
  expect(await read('reminders')).toEqual(['failed', '1 reminder failed.', '/email'])
})

test("attendance is done once Zoom's report is read", async () => {
  const stage = await heldEventStage()
  const { register, sweepAt, setClock, webinar, at, stay, event } = stage
  const first = await register()
  await register()
  const read = checklistOf(stage, event.id)
  expect(await read('set_meeting_link')).toEqual(['done', 'The event is connected to Zoom.'])
  expect(await read('attendance')).toEqual(['ahead', "Zoom's report is read after the event."])
  setClock('17:00:00')
  webinar.instances = [
    {
      uuid: 'abc',
      start_time: at('15:50:00'),
      isReported: true,
      participants: [stay(first.id, '16:00:00', '16:50:00')],
    },
  ]
  await sweepAt('18:00:00')
  expect(await read('attendance')).toEqual(['done', "1 of 2 attended, by Zoom's report."])
  // People who joined by link without a Zoom registration count, as on the Results tab.
  await stage.db.delete(webinarSeats)
  expect(await stage.shown()).toMatchObject({ came: 1, registered: 2 })
  expect(await read('attendance')).toEqual(['done', "1 of 2 attended, by Zoom's report."])
})

test('a webinar that was deleted in Zoom is no meeting link', async () => {
  const stage = await heldEventStage()
  const read = checklistOf(stage, stage.event.id)
  await stage.sendWebhook('webinar.deleted', { id: 81234567890, uuid: 'abc' })
  expect(await read('set_meeting_link')).toMatchObject([
    'late',
    'The webinar was deleted in Zoom: join links will not work.',
    {},
  ])
})

test('a cancelled event needs nothing, and an unknown one has no checklist', async () => {
  const { db, asAdmin, call } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { cancelledAt: new Date('2026-11-30T08:00:00Z') })
  const params = { id: event.id }
  const { body } = await admin.call(getEventChecklist, { params })
  expect(body).toHaveLength(17)
  expect(new Set(body.map(({ state }) => state))).toEqual(new Set(['not_needed']))
  expect((await admin.call(getEventChecklist, { params: { id: 999 } })).status).toBe(404)
  expect((await call(getEventChecklist, { params })).status).toBe(401)
})

test('the list of events has the next step of each, with one statement for all', async () => {
  const { db, asAdmin, call } = await testApp()
  const admin = await asAdmin()
  const open = await buildEvent(db, { title: 'Open', roomUrl: 'https://meet.example.org/salt' })
  const draft = await buildEvent(db, { title: 'Draft', publishAt: 'draft' })
  const list = async () => (await admin.call(listEvents)).body as ListedEvent[]
  const statements = noteStatements()
  const events = await list()
  const ofTwo = statements.splice(0).length
  expect(events.map(({ nextStep }) => nextStep?.key)).toEqual(['send_guest_link', 'publish'])
  for (const { id, nextStep } of events) {
    const { body } = await admin.call(getEventChecklist, { params: { id } })
    expect(body).toContainEqual(nextStep)
  }
  for (let index = 0; index < 10; index++) await buildEvent(db)
  statements.splice(0)
  expect(await list()).toHaveLength(12)
  expect(statements).toHaveLength(ofTwo)
  expect([open.id, draft.id]).toEqual(events.map(({ id }) => id))
  expect((await call(listEvents)).text).not.toContain('nextStep')
  const sentBack = await admin.call(changeEvent, { params: { id: open.id }, body: events[0]! })
  expect(sentBack.status).toBe(200)
})
