import { expect, test } from 'vitest'
import { putTranscript } from '#features/transcripts/contract.ts'
import { neededRole } from '#kernel/endpoint.ts'
import { catalogue } from '#main/catalogue.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { outboxEntries } from '#schema/mails.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson, buildRecording, buildRegistration, editEvent } from './support/builders.ts'
import { builtPages } from './support/built-pages.ts'
import { testApp } from './support/test-app.ts'

const host = 'lights.example'
const videoId = 'aqz-KE-bpKQ'
/** A word of the transcript. */
const spoken = 'quillwort'
const beside = ['/sitemap.xml', '/feed.atom', '/feed.json', '/calendar.ics']
const pages = ['/', '/events', '/register', '/members', '/me']

/** Returns where visitors and a verified member find the recording: its video, its transcript, or that it exists. */
async function crawl(states: Parameters<typeof buildRecording>[1]) {
  const app = await testApp({ pages: builtPages })
  const { asAdmin, asMember, clock, db, newCaller } = app
  clock.set('2026-06-20T08:00:00Z')
  const updatedAt = new Date('2026-06-12T08:00:00Z')
  const event = await buildRecording(db, { title: 'Salt', updatedAt, needsApproval: true })
  const admin = await asAdmin()
  const text = `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAda: The ${spoken} grows.`
  const stored = await admin.call(putTranscript, {
    params: { id: event.id },
    body: { text, isPublic: true },
  })
  expect(stored.status).toBe(200)
  await editEvent(db, event.id, { ...states, updatedAt })
  const { id: userId, email } = await buildPerson(db)
  await buildRegistration(db, { userId, eventId: event.id, receiveUpdates: true })
  const member = await asMember(email)
  await db.update(sessions).set({ verifiedAt: clock.now() })
  await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)

  const reads = catalogue.filter(
    ({ method, access }) =>
      method === 'GET' &&
      typeof access === 'string' &&
      !neededRole(access) &&
      access !== 'adminBeforeFactor',
  )
  expect(reads.length).toBeGreaterThan(12)
  const addresses = new Set([
    ...beside,
    ...pages,
    ...pages.map((path) => `/${path.slice(1) || '_root'}.data`),
    ...reads.map(({ path }) => path.replace(':slug', event.slug).replace(':id', String(event.id))),
    `/events/${event.slug}`,
    `/events/${event.slug}.data`,
    `/api/members/search?q=${spoken}`,
    `/oembed?url=http://${host}/events/${event.slug}`,
    `/share/event-${event.id}.jpg`,
  ])
  const found: string[] = []
  for (const caller of [newCaller(), member]) {
    for (const url of addresses) {
      const { body } = await caller.send({ url, headers: { host } })
      const said = body.replaceAll(`q=${spoken}`, '')
      const isFound = [videoId, spoken, '"hasRecording":true', '"recordingReady":true'].some(
        (part) => said.includes(part),
      )
      if (isFound) found.push(url)
    }
  }
  const mails = await db.select().from(outboxEntries)
  return [...found, ...mails.map(({ kind }) => kind).filter((kind) => kind === 'recording_ready')]
}

test('a recording that waits for its guest’s approval, or lost it, is found nowhere', async () => {
  expect(await crawl({ approvedAt: null })).toEqual([])
})

test('the same crawl finds an approved recording on pages, in calls, by search and in mails', async () => {
  const found = await crawl({ approvedAt: new Date('2026-06-12T09:00:00Z') })
  expect(found).toEqual(
    expect.arrayContaining([
      '/api/events',
      '/api/members/videos',
      `/api/members/search?q=${spoken}`,
      'recording_ready',
    ]),
  )
})
