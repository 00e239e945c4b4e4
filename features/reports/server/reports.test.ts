import { expect, test } from 'vitest'
import { getReports } from '#features/reports/contract.ts'
import { watchProgress, memberPageAccess } from '#schema/library.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRecording, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test(
  'the figures count people, days of the display zone, watched shares and the seats of today',
  { tags: 'postgres' },
  async () => {
    const { asAdmin, db } = await testApp()
    const admin = await asAdmin()
    const event = await buildEvent(db, { eventTime: '2026-12-01T18:00:00Z', eventEndTime: null })
    const [one, two] = [await buildPerson(db), await buildPerson(db)]
    await buildViewer(db, { email: one.email })
    await buildViewer(db, { email: 'only-viewer@example.com' })
    await buildViewer(db, { email: 'only-viewer@example.com', eventId: event.id })
    await db.insert(eventRegistrations).values([
      // 01:30 on the second day of the month in Johannesburg.
      { userId: one.id, eventId: event.id, createdAt: new Date('2026-11-01T23:30:00Z') },
      {
        userId: two.id,
        eventId: event.id,
        registrationType: 'pre_registration',
        createdAt: new Date('2026-11-02T08:00:00Z'),
      },
    ])
    const at = (accessedAt: string, accessType: 'page_visit' | 'video_watch', email: string) => ({
      accessedAt: new Date(accessedAt),
      accessType,
      email,
    })
    await db
      .insert(memberPageAccess)
      .values([
        at('2026-11-03T08:00:00Z', 'page_visit', one.email),
        at('2026-11-03T09:00:00Z', 'video_watch', one.email),
        at('2026-11-03T10:00:00Z', 'page_visit', two.email),
        at('2026-11-04T22:30:00Z', 'page_visit', two.email),
      ])
    const recording = await buildRecording(db)
    const progress = { eventId: recording.id, position: 0, duration: 100 }
    await db.insert(watchProgress).values([
      { ...progress, email: one.email, watched: '{[0,10)}' },
      { ...progress, email: two.email, watched: '{[0,5),[6,20)}' },
    ])
    const { body } = await admin.call(getReports)
    expect(body).toEqual({
      people: 3,
      registrations: [
        { eventId: event.id, days: [{ day: '2026-11-02', confirmed: 1, preRegistered: 1 }] },
      ],
      registered: [{ eventId: event.id, people: 2, erased: 0 }],
      usage: [
        { day: '2026-11-03', visits: 2, watches: 1, people: 2 },
        { day: '2026-11-05', visits: 1, watches: 0, people: 1 },
      ],
      watched: [
        { eventId: recording.id, watchers: 2, averageShare: expect.closeTo(0.725), finished: 1 },
      ],
      attendance: [],
      today: [
        {
          eventId: event.id,
          confirmed: 1,
          preRegistered: 1,
          toldByMail: 0,
          inWebinar: 0,
          inside: 0,
          insideKnownBy: 'links',
          openQuestions: 0,
          failed: 0,
        },
      ],
    })
  },
)
