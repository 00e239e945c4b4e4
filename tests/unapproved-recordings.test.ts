import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import pageRoutes from '#app/routes.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { putTranscript } from '#features/transcripts/contract.ts'
import { type Endpoint, neededRole } from '#kernel/endpoint.ts'
import { catalogue } from '#main/catalogue.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import {
  buildPerson,
  buildRecording,
  buildRegistration,
  editEvent,
  registrationBody,
} from './support/builders.ts'
import { builtPages } from './support/built-pages.ts'
import { servedRoutes } from './support/served-routes.ts'
import { testApp } from './support/test-app.ts'

const host = 'lights.example'
const videoId = 'aqz-KE-bpKQ'
/** A word of the transcript. */
const spoken = 'quillwort'
/** What only an answer that offers the recording contains. */
const marks = [videoId, spoken, '"hasRecording":true', '"recordingReady":true']
const longAgo = new Date('2026-06-12T08:00:00Z')

const isForVisitors = ({ access }: Endpoint) =>
  typeof access === 'string' && !neededRole(access) && access !== 'adminBeforeFactor'

/** Returns the paths of all pages, with their parameters. */
function listPages(routes: RouteConfigEntry[]): string[] {
  return routes.flatMap(({ path, index, children }) => [
    ...(path !== undefined || index ? [`/${path ?? ''}`] : []),
    ...listPages(children ?? []),
  ])
}

async function crawlStage() {
  const app = await testApp({ pages: builtPages })
  const { asAdmin, asMember, clock, db, newCaller } = app
  clock.set('2026-06-20T08:00:00Z')
  const event = await buildRecording(db, { title: 'Salt', updatedAt: longAgo, needsApproval: true })
  const { id } = event
  const admin = await asAdmin()
  const text = `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAda: The ${spoken} grows.`
  const body = { text, isPublic: true }
  expect((await admin.call(putTranscript, { params: { id }, body })).status).toBe(200)
  await editEvent(db, id, { recordingReady: false, updatedAt: longAgo })
  const { id: userId, email } = await buildPerson(db)
  const registration = { userId, eventId: id, receiveUpdates: true }
  await buildRegistration(db, registration)
  const member = await asMember(email)
  await db.update(sessions).set({ verifiedAt: clock.now() })
  const [crew] = await db
    .insert(eventCrew)
    .values({ eventId: id, name: 'Sipho', email: 'sipho@example.com', role: 'host' })
    .returning()
  const key = await readLinkKey(db)
  const [registered] = await db.select().from(eventRegistrations)
  const joined = { ...registered!, email }
  const tokens = [
    ...(['join', 'seat', 'answer'] as const).map((use) => makeLinkToken(key, use, joined)),
    makeLinkToken(key, 'crew', crew!),
    ...(['quote', 'partner', 'enter', 'interest'] as const).map((use) =>
      makeLinkToken(key, use, joined),
    ),
  ]
  /** Values of the parameters in paths. A parameter without values here fails the test. */
  const values: Record<string, string[]> = {
    slug: [event.slug],
    id: [String(id)],
    eventId: [String(id)],
    token: tokens,
    name: [`event-${id}`, `event-${id}-square`, `event-${id}-story`, 'series'],
    until: ['9999999999'],
    page: ['privacy'],
    partnerPath: ['go1'],
  }
  /** Returns the addresses of a path with all values of its parameters. */
  function fill(path: string): string[] {
    const [found, name] = /:(\w+)(?:\([^)]*\)*\$?\))?\??/.exec(path) ?? []
    if (!found) return [path]
    const given = values[name!]
    if (!given) throw new Error(`no value for :${name} of ${path}`)
    return given.flatMap((value) => fill(path.replace(found, value)))
  }
  const isOfAdmins = (path: string) => /^\/(?:api\/)?(?:admin|v1|_gallery|\*)/.test(path)
  const calls = catalogue.filter(isForVisitors)
  const pages = listPages(pageRoutes).filter((path) => !isOfAdmins(path))
  const served = servedRoutes(app.app)
    .filter((line) => line.startsWith('GET '))
    .map((line) => line.slice(4))
    .filter((path) => !path.includes('*') && !isOfAdmins(path))
  const known = new Set(
    catalogue.filter((call) => !isForVisitors(call)).map(({ path }) => path as string),
  )
  const paths = [...served.filter((path) => !known.has(path)), ...pages]
  expect(calls.length).toBeGreaterThan(60)
  expect(paths.length).toBeGreaterThan(60)
  const addresses = new Set([
    ...paths.flatMap(fill),
    ...pages.flatMap(fill).map((path) => `/${path.slice(1) || '_root'}.data`),
    `/api/members/search?q=${spoken}`,
    `/oembed?url=http://${host}/events/${event.slug}`,
  ])

  /** Returns what a visitor and a verified member get at all addresses. */
  async function readAll() {
    app.app.deps.cache.clear()
    const answers = new Map<string, string>()
    for (const [who, caller] of [
      ['visitor', newCaller()],
      ['member', member],
    ] as const) {
      for (const url of addresses) {
        const { body: answer, statusCode } = await caller.send({ url, headers: { host } })
        answers.set(`${who} ${url}`, `${statusCode} ${answer.replaceAll(`q=${spoken}`, '')}`)
      }
    }
    return answers
  }

  /** Makes every other call, those that end the member's session or person last, and returns the answers. */
  async function callAll() {
    const answers = new Map<string, string>()
    const ends = ({ method, path }: Endpoint) => method === 'DELETE' || path.endsWith('/logout')
    const writes = calls.filter(({ method }) => method !== 'GET')
    for (const caller of [newCaller(), member]) {
      for (const each of [...writes.filter((one) => !ends(one)), ...writes.filter(ends)]) {
        const takesToken = each.body && 'shape' in each.body && 'token' in each.body.shape
        for (const token of takesToken ? tokens : ['']) {
          const fields = { ...registrationBody({ email, eventIds: [id] }), token, eventId: id, id }
          for (const url of fill(each.path)) {
            const payload = JSON.stringify(fields)
            const headers = { host, 'content-type': 'application/json' }
            const { body: answer } = await caller.send({
              method: each.method,
              url,
              headers,
              payload,
            })
            answers.set(`${each.method} ${url} ${token}`, answer)
          }
        }
      }
    }
    return answers
  }

  /** Returns the kinds of planned mails and the types of domain events, which webhooks send, about recordings. */
  async function listNews() {
    await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    const mails = (await db.select().from(outboxEntries)).map(({ kind }) => kind)
    const recorded = (await db.select().from(domainEvents)).map(({ type }) => type)
    return [...mails, ...recorded].filter((name) => /^recording(_ready|\.)/.test(name))
  }
  const change = (states: Parameters<typeof editEvent>[2]) =>
    editEvent(db, id, { ...states, updatedAt: longAgo })
  return { change, readAll, callAll, listNews }
}

const listMarked = (answers: Map<string, string>) =>
  [...answers].filter(([, body]) => marks.some((mark) => body.includes(mark))).map(([url]) => url)

test(
  'a recording that waits for its guest’s approval, or lost it, changes no answer',
  { timeout: 240_000 },
  async () => {
    const { change, readAll, callAll, listNews } = await crawlStage()
    const without = await readAll()
    expect(listMarked(without)).toEqual([])
    await change({ recordingReady: true })
    const waiting = await readAll()
    await change({ approvedAt: new Date('2026-06-12T09:00:00Z') })
    await change({ approvedAt: null })
    const lost = await readAll()
    // Refusals by a rate limit would hide what they refuse.
    const statuses = [...without.values()].map((answer) => answer.slice(0, 3))
    expect(statuses).not.toContain('429')
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(80)
    for (const answers of [waiting, lost]) {
      const changed = [...answers].filter(([url, body]) => body !== without.get(url))
      expect(changed.map(([url]) => url)).toEqual([])
      expect(listMarked(answers)).toEqual([])
    }
    expect(listMarked(await callAll())).toEqual([])
    expect((await listNews()).filter((name) => name === 'recording_ready')).toEqual([])
  },
)

test(
  'the same crawl finds an approved recording on pages, in calls, by search and in mails',
  { timeout: 240_000 },
  async () => {
    const { change, readAll, callAll, listNews } = await crawlStage()
    const without = await readAll()
    await change({ recordingReady: true, approvedAt: new Date('2026-06-12T09:00:00Z') })
    const approved = await readAll()
    const changed = [...approved].filter(([url, body]) => body !== without.get(url))
    expect([...changed.map(([url]) => url), ...listMarked(approved)]).toEqual(
      expect.arrayContaining([
        'visitor /api/events',
        'visitor /',
        'visitor /events/salt',
        'visitor /events/salt.data',
        'visitor /feed.atom',
        'member /api/members/videos',
        `member /api/members/search?q=${spoken}`,
      ]),
    )
    expect(await listNews()).toEqual(expect.arrayContaining(['recording_ready', 'recording.ready']))
    expect((await callAll()).size).toBeGreaterThan(60)
  },
)
