import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { importAttendees } from '#features/imports/contract.ts'
import { registerForEvents, registerForFutureEvents } from '#features/registrations/contract.ts'
import { getReports, getAccessStats } from '#features/reports/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { announcementRecipients, announcements } from '#schema/announcements.ts'
import { eventCrew } from '#schema/crew.ts'
import {
  feedbackAnswers,
  feedbackOpenings,
  feedbackQuestions,
  feedbackQuotes,
} from '#schema/feedback.ts'
import { formAnswers, formQuestions } from '#schema/form-questions.ts'
import {
  sessionWatchProgress,
  watchProgress,
  memberPageAccess,
  memberPageAccessSums,
} from '#schema/library.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { formerAddresses, people } from '#schema/people.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { attendanceMarks, zoomWebinarMappings } from '#schema/webinars.ts'
import { answered } from './answered.ts'
import { buildEvent, buildRecording, registrationBody } from './builders.ts'
import { copyText, countHeld, folderTexts } from './hold-address.ts'
import { startMailerliteServer } from './mailerlite-server.ts'
import { testApp } from './test-app.ts'
import { startZoomServer } from './zoom-server.ts'

export const email = 'nomvula.erased@example.com'
const former = 'nomvula.before@example.com'
export const words = [email, former, 'Nomvula', 'Salt & Sons']
const webinarId = '81234567890'

/** Creates every kind of personal data for one person and for another. */
export async function erasureStage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-erase-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const [zoom, lite] = [await startZoomServer(), await startMailerliteServer()]
  const logged: string[] = []
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  const mailerlite = { apiKey: lite.key, apiUrl: lite.url, webhookSecret: 'secret' }
  const config = { dataDir, zoom: zoom.config, mailerlite, logLevel: 'trace' as const }
  const app = await testApp({ config, log })
  const { asAdmin, asMember, call, db, newCaller, runJobs } = app
  const admin = await asAdmin()
  const [event, recording] = [await buildEvent(db), await buildRecording(db, { title: 'Sugar' })]
  await db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId })
  const webinar = zoom.addWebinar(webinarId)
  const attendee = { firstName: 'Nomvula', lastName: 'Erased', email }
  const attendees = [{ ...attendee, company: 'Salt & Sons', eventIdentifier: 'Sugar' }, attendee]
  await admin.call(importAttendees, { body: { attendees, batchId: 'list-1' } })
  for (const [firstName, address] of [
    ['Nomvula', email],
    ['Themba', 'themba@example.com'],
  ]) {
    const touch = { utm_content: firstName }
    const body = {
      ...registrationBody({ firstName, email: address, eventIds: [event.id] }),
      ...touch,
    }
    await newCaller().call(registerForEvents, { body })
  }
  await call(registerForFutureEvents, { body: { ...attendee, eventId: event.id } })
  await newCaller().call(logInWithEmail, { body: { email: 'unknown.of.nobody@example.com' } })
  await runJobs()
  await runJobs()
  await asMember(email)
  await admin.call(logInWithEmail, { body: { email } })
  const watched = { eventId: recording.id, watched: '{[0,8)}', position: 40, duration: 100 }
  await db.insert(watchProgress).values({ email, ...watched })
  await db.insert(sessionWatchProgress).values({ email, ...watched, eventId: event.id })
  for (const accessType of ['page_visit', 'page_visit', 'video_watch'] as const) {
    const visit = { email, accessType, ipAddress: '203.0.113.7', userAgent: 'Nomvula’s browser' }
    await db.insert(memberPageAccess).values(visit)
  }
  const lastAt = new Date('2024-03-01T10:00:00Z')
  for (const address of [email, 'themba@example.com']) {
    const sum = { email: address, accessType: 'page_visit', day: '2024-03-01', uses: 3 } as const
    await db.insert(memberPageAccessSums).values({ ...sum, lastAt })
  }
  await db.execute(sql`insert into waitlist_entries (user_id, event_id, questions, first_touch)
    select id, ${recording.id}, 'Will Salt & Sons be there?', '{"via": "Nomvula"}' from users where email = ${email}`)
  await db.execute(sql`insert into series_registrations (user_id, requested_at, first_touch)
    select id, now(), '{"via": "Nomvula"}' from users where email = ${email}`)
  await db.execute(sql`insert into series_choices (event_id, user_id, state)
    select ${recording.id}, id, 'cancelled' from users where email = ${email}`)
  await askEachOther(db, event.id)
  await answerForms(db, event.id)
  await giveFeedback(db, event.id)
  await stayTogether(db, event.id)
  await announceToBoth(db, [email, 'themba@example.com'])
  await db.insert(unsubscriptions).values({ email, topic: 'reminders' })
  await noteForWebhook(db)
  await db.insert(eventCrew).values({ eventId: event.id, name: 'Nomvula', email, role: 'guest' })
  const [{ key } = { key: '' }] = await db.select().from(people).where(eq(people.email, email))
  await db.insert(formerAddresses).values({ personKey: key, email: former })
  for (const address of [email, former]) {
    const reason = `No such mailbox: ${address}`
    await db.insert(bounces).values({ email: address, personKey: key, isLasting: true, reason })
  }
  const figures = async () => {
    const { usage, watched: shares, registrations } = (await admin.call(getReports)).body
    return { usage, shares, registrations, stats: (await admin.call(getAccessStats)).body }
  }
  const held = async () =>
    countHeld([await copyText(app.database), ...folderTexts(join(dataDir, 'mail'))], words)
  return { ...app, admin, config, event, figures, held, key, lite, logged, webinar, zoom }
}

/** Subscribes a webhook to events about both. */
async function noteForWebhook(db: Db) {
  const written = { url: 'https://hooks.example.org', events: ['registration.created'] }
  const [{ id: webhookId } = { id: 0 }] = await db
    .insert(webhooks)
    .values({ ...written, activeSince: new Date() })
    .returning()
  for (const { key: personKey } of await db.select().from(people)) {
    await db
      .insert(webhookDeliveries)
      .values({ webhookId, type: 'registration.created', personKey })
  }
}

/** Records attendance of both. */
async function stayTogether(db: Db, eventId: number) {
  const seats = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
  for (const { id: registrationId } of seats) {
    await db.insert(attendanceMarks).values([
      { registrationId, source: 'reported', at: new Date('2026-12-10T16:00:00Z'), step: 1 },
      { registrationId, source: 'reported', at: new Date('2026-12-10T16:30:00Z'), step: -1 },
    ])
  }
}

/** Sends an announcement to both. */
async function announceToBoth(db: Db, emails: string[]) {
  const written = { topic: 'news', subject: 'News', body: 'News' } as const
  const audience = { any: [{ kind: 'updates' }], except: [] }
  const content = { blocks: [], notes: [] }
  const [{ id } = { id: 0 }] = await db
    .insert(announcements)
    .values({ ...written, audience, content, approvedAt: new Date() })
    .returning()
  for (const address of emails) {
    const mail = { kind: 'announcement', email: address, state: 'sent' } as const
    const [entry] = await db
      .insert(outboxEntries)
      .values({ ...mail, announcementId: id, dedupeKey: String(id) })
      .returning()
    await db.insert(announcementRecipients).values({ announcementId: id, outboxEntryId: entry!.id })
  }
}

/** Adds a form question of each kind, and the answers of both; those of the first one contain their name. */
async function answerForms(db: Db, eventId: number) {
  const seats = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .orderBy(eventRegistrations.id)
  for (const { question, answer } of Object.values(answered)) {
    const row = { ...question, options: question.options ?? null, eventId, position: 0 }
    const [{ id: questionId } = { id: 0 }] = await db.insert(formQuestions).values(row).returning()
    for (const [at, { id: registrationId }] of seats.entries()) {
      const value = typeof answer === 'string' && at === 0 ? `Nomvula: ${answer}` : answer
      await db
        .insert(formAnswers)
        .values({ registrationId, questionId, value, label: question.label })
    }
  }
}

/** Adds the question after the event, and the answers of both; that of the first one contains their name. */
async function giveFeedback(db: Db, eventId: number) {
  await db.insert(feedbackQuestions).values({ eventId, minutes: 30 })
  const seats = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .orderBy(eventRegistrations.id)
  for (const [at, { id: registrationId }] of seats.entries()) {
    const text = at === 0 ? 'Nomvula of Salt & Sons was here.' : 'Good.'
    const given = { question: 'Was it worth your time?', value: 1, label: 'Yes', text }
    const [{ id: answerId } = { id: 0 }] = await db
      .insert(feedbackAnswers)
      .values({ registrationId, ...given, quotePermission: 'with_name' })
      .returning()
    await db.insert(feedbackQuotes).values({ answerId, text, name: at === 0 ? 'Nomvula' : 'Zola' })
    await db.insert(feedbackOpenings).values({ registrationId })
  }
}

/** Adds a question of each, and votes of both for both. */
async function askEachOther(db: Db, eventId: number) {
  const seats = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, eventId))
    .orderBy(eventRegistrations.id)
  const [first] = seats
  for (const { id: registrationId } of seats) {
    const text = registrationId === first!.id ? 'I am Nomvula: who are you?' : 'Who are you?'
    await db.insert(eventQuestions).values({ eventId, registrationId, text, isShared: true })
  }
  const questions = await db.select().from(eventQuestions)
  await db
    .insert(questionVotes)
    .values(
      questions.flatMap(({ id: questionId }) =>
        seats.map(({ id: registrationId }) => ({ questionId, registrationId })),
      ),
    )
}
