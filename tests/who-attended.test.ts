import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countAudience, listAudience } from '#features/announcements/contract.ts'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { changeEvent, getEventChecklist } from '#features/events/contract.ts'
import { changeSeriesFeedback } from '#features/feedback/contract.ts'
import { usualFeedback } from '#features/feedback/rules.ts'
import { getFunnel, listFunnelPeople } from '#features/funnel/contract.ts'
import { createPartnerLink, type PartnerNumbers } from '#features/partner-links/contract.ts'
import { listPeople, readPerson } from '#features/people/contract.ts'
import { getReports } from '#features/reports/contract.ts'
import type { AudienceKind } from '#kernel/audience-kinds.ts'
import { attendanceMarks, joins, webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { crewStage } from './support/crew-stage.ts'
import { mailStage } from './support/mail-stage.ts'
import { startZoomServer } from './support/zoom-server.ts'

const webinarId = '81234567890'
const path = '/acme'

/** A registrant, as the database knows them: Zoom registration, use of the join link, Zoom's webhook and report. */
type Kind = {
  seat?: 'seated' | 'failed' | 'withdrawn'
  isSeen?: true
  isInReport?: true
  hasJoined?: true
  registrationType?: 'pre_registration'
}
const kinds: Record<string, Kind> = {
  seen: { seat: 'seated', isSeen: true, isInReport: true },
  // Zoom saw them join by email, and has no registration of theirs.
  stranger: { isSeen: true },
  deregistered: { seat: 'withdrawn', isSeen: true },
  late: { seat: 'seated', hasJoined: true, isInReport: true },
  turnedaway: { seat: 'seated', hasJoined: true },
  unseated: { seat: 'failed', hasJoined: true },
  linked: { hasJoined: true },
  absent: { seat: 'seated' },
  unheard: {},
  earlybird: { registrationType: 'pre_registration' },
}
/** Registrants of each kind: enough for the rounded numbers of partners. */
const perKind = 5
const beforeReport = ['seen', 'stranger', 'deregistered', 'unseated', 'linked']
const afterReport = [...beforeReport, 'late']

async function attendanceStage() {
  const zoom = await startZoomServer()
  const stage = await mailStage({ zoom: zoom.config })
  const { db, enrol, clock } = stage
  const event = await stage.build()
  const webinar = zoom.addWebinar(webinarId)
  await db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId })
  const joinedAt = new Date('2026-12-10T16:05:00Z')
  for (const [kind, { seat, isSeen, hasJoined, registrationType = 'confirmed' }] of Object.entries(
    kinds,
  )) {
    for (let number = 1; number <= perKind; number++) {
      const { id: registrationId } = await enrol(`${kind}${number}`, event.id, {
        registrationType,
        receiveUpdates: true,
        zoomRegistrationId: `zoom-${kind}${number}`,
        firstTouch: { path },
      })
      const attendedAt = isSeen && seat ? joinedAt : null
      if (seat)
        await db.insert(webinarSeats).values({ registrationId, webinarId, state: seat, attendedAt })
      if (isSeen)
        await db
          .insert(attendanceMarks)
          .values({ registrationId, source: 'told', at: joinedAt, step: 1 })
      if (isSeen || hasJoined)
        await db.insert(joins).values({ registrationId, joinCount: 1, firstJoinedAt: joinedAt })
    }
  }
  webinar.instances = [
    {
      uuid: 'Vg8IdgluR5WDeWIkpJlElQ==',
      start_time: '2026-12-10T15:50:00Z',
      isReported: true,
      participants: Object.keys(kinds)
        .filter((kind) => kinds[kind]!.isInReport)
        .flatMap((kind) =>
          Array.from({ length: perKind }, (_, at) => ({
            registrant_id: `zoom-${kind}${at + 1}`,
            join_time: '2026-12-10T16:05:00Z',
            leave_time: '2026-12-10T16:55:00Z',
          })),
        ),
    },
  ]
  clock.set('2026-12-10T10:00:00Z')
  const admin = await stage.asAdmin()
  const follow = { title: '', description: '', sendsThankYou: true, sendsMissedYou: true }
  await admin.call(saveEventDefaults, { body: follow })
  await admin.call(changeSeriesFeedback, { body: { isOn: true, minutes: 60, ...usualFeedback } })
  return { ...stage, event }
}

/** Returns the kinds of people in a list of emails, and expects that all of a kind are in it. */
function kindsOf(emails: string[]) {
  const counts = Object.groupBy(emails, (email) => email.replace(/\d*@.*$/, ''))
  for (const [kind, found] of Object.entries(counts))
    expect([kind, found!.length]).toEqual([kind, perKind])
  return Object.keys(counts).toSorted()
}

test(
  "statistics, funnel, partner's page, lists, audiences, crew page and mails agree on who attended",
  { tags: 'postgres' },
  async () => {
    const stage = await attendanceStage()
    const { event, clock, server, db, asAdmin, runJobs, newCaller } = stage
    const params = { id: event.id }
    const crew = crewStage(stage)
    const { body: robin } = await crew.name(event.id, 'Robin', 'host')
    const token = await crew.tokenOf(robin.id)
    await stage.at('2026-12-10T10:10:00Z')

    async function attendees() {
      const admin = await asAdmin()
      const url = (query: object) => new URLSearchParams(query as Record<string, string>).toString()
      async function people(came: 'yes' | 'no', ofEvent: object) {
        const { send } = admin
        const answer = await send({
          url: `${listPeople.path}?${url({ came, ...ofEvent, limit: 100 })}`,
        })
        return kindsOf(answer.json().people.map(({ email }: { email: string }) => email))
      }
      async function audience(kind: AudienceKind) {
        const body = {
          audience: { any: [{ kind, eventId: event.id }], except: [] },
          topic: 'event',
        }
        const counted = await admin.call(countAudience, { body })
        const listed = await admin.call(listAudience, { body: { ...body, limit: 500 } })
        expect(counted.body.count).toBe(listed.body.people.length)
        return kindsOf(listed.body.people.map(({ email }) => email))
      }
      const reported = (await admin.call(getReports)).body.attendance
      const { send } = admin
      const funnel = await send({
        url: `${getFunnel.path}?${url({ by: 'path', eventId: event.id })}`,
      })
      const behind = await send({
        url: `${listFunnelPeople.path}?${url({ by: 'path', key: path, stage: 'attended' })}`,
      })
      const { body: link } = await admin.call(createPartnerLink, {
        body: { kind: 'path', key: path },
      })
      const shown = await newCaller().send({ url: link.path.replace('/', '/api/') })
      const keys = await Promise.all(
        Object.keys(kinds).map((kind) => crew.keyOf(`${kind}1@example.com`)),
      )
      const persons = await Promise.all(
        keys.map((key) => admin.call(readPerson, { params: { key: key! } })),
      )
      const steps = (await admin.call(getEventChecklist, { params })).body
      const lists = {
        list: await people('yes', { event: event.id }),
        listOfSeries: await people('yes', {}),
        audience: await audience('came'),
        funnel: kindsOf(behind.json().map(({ email }: { email: string }) => email)),
        persons: persons
          .filter(({ body }) => body.registrations[0]!.hasAttended)
          .map(({ body }) => body.email.replace(/1@.*/, ''))
          .toSorted(),
      }
      const counts = {
        statistics: reported[0]!.came,
        funnel: funnel.json()[0].attended,
        partner: shown.json<PartnerNumbers>().events[0]!.attended,
        crew: (await crew.open(token)).body.registrations.joined,
      }
      const missed = {
        list: await people('no', { event: event.id }),
        audience: await audience('did_not_come'),
      }
      return { lists, counts, missed, step: steps.find(({ key }) => key === 'attendance')!.fact }
    }
    const missing = (came: string[]) =>
      Object.keys(kinds)
        .filter((kind) => kind !== 'earlybird' && !came.includes(kind))
        .toSorted()
    function agreeing(came: string[]) {
      const names = came.toSorted()
      const count = came.length * perKind
      return {
        lists: { list: names, listOfSeries: names, audience: names, funnel: names, persons: names },
        counts: { statistics: count, funnel: count, partner: count, crew: count },
        missed: { list: missing(came), audience: missing(came) },
      }
    }

    clock.set('2026-12-10T17:30:00Z')
    expect(await attendees()).toMatchObject(agreeing(beforeReport))

    // Mails wait for Zoom's report. It arrives late, and adds people.
    clock.set('2026-12-12T12:00:00Z')
    const release = {
      videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      recordingReady: true,
    }
    await (await asAdmin()).call(changeEvent, { params, body: release })
    const before = (await stage.at('2026-12-12T12:10:00Z')).map((mail) => mail.split(': ')[1])
    expect(before).not.toContain('Thank you for coming')
    await db.execute(sql`insert into jobs.job (name, data) values ('sweep', '{}')`)
    await runJobs()
    // Partners see the numbers of the next Monday.
    clock.set('2026-12-14T06:00:00Z')
    const after = agreeing(afterReport)
    expect(await attendees()).toEqual({
      ...after,
      step: "30 of 45 attended, by Zoom's report.",
    })

    server.mails.splice(0)
    await stage.at('2026-12-14T06:10:00Z')
    await stage.at('2026-12-15T08:00:00Z')
    await stage.at('2026-12-16T08:00:00Z')
    const told = (subject: string) =>
      kindsOf(server.mails.filter((mail) => mail.subject.includes(subject)).map(({ to }) => to))
    expect(told('Thank you for coming')).toEqual(after.lists.list)
    expect(told('Sorry we missed you')).toEqual(after.missed.list)
    const { rows } = await db.execute<{ email: string }>(
      sql`select email from outbox_entries where kind = 'feedback_question' and state = 'sent'`,
    )
    expect(kindsOf(rows.map(({ email }) => email))).toEqual(after.lists.list)
  },
)

test('nobody attended an event that has not begun or was cancelled, also if their link was used', async () => {
  const { build, enrol, db, clock, asAdmin } = await mailStage()
  const event = await build()
  const { id } = await enrol('zola', event.id)
  const firstJoinedAt = new Date('2026-12-10T15:50:00Z')
  await db.insert(joins).values({ registrationId: id, joinCount: 1, firstJoinedAt })
  async function count() {
    const { call, send } = await asAdmin()
    const any = [{ kind: 'came' as const, eventId: event.id }]
    const body = { audience: { any, except: [] }, topic: 'event' as const }
    const listed = await send({ url: `${listPeople.path}?came=yes` })
    const { attendance } = (await call(getReports)).body
    return [
      (await call(countAudience, { body })).body.count,
      listed.json().total,
      attendance[0]?.came ?? 0,
    ]
  }
  clock.set('2026-12-10T15:55:00Z')
  expect(await count()).toEqual([0, 0, 0])
  clock.set('2026-12-10T16:00:00Z')
  expect(await count()).toEqual([1, 1, 1])
  const cancelled = { params: { id: event.id }, body: { cancelled: true } }
  expect((await (await asAdmin()).call(changeEvent, cancelled)).status).toBe(200)
  expect(await count()).toEqual([0, 0, 0])
})
