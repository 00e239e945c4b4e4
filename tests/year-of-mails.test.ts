// @module-tag postgres-only
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import { cancelRegistration } from '#features/people/contract.ts'
import { answerInterest, registerForEvents } from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { registrationBody } from './support/builders.ts'
import { twoNodes } from './support/two-nodes.ts'
import { expectYear } from './support/year-reference.ts'
import {
  attends,
  hasLeftNews,
  hasLeftReminders,
  hour,
  type Moment,
  planYear,
  reminders,
  acceptsOffer,
  type Year,
} from './support/year-of-events.ts'

const emailOf = (person: number) => `person${person}@example.com`
const guest = {
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder',
  description: 'An hour of honest conversation.',
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
}

/** Lives through a year on two nodes, and returns the mails that arrived: `time person event: subject`. */
async function live({ people, series, moments }: Year): Promise<string[]> {
  const { nodes, clock, server, sweep, runJobs } = await twoNodes('2031-01-01T08:00:00Z')
  const [{ db }] = nodes
  const ids = new Map<number, number>()
  const mails: string[] = []
  let turn = 0
  const node = () => nodes[turn++ % 2]!
  const settings = { title: '', description: '', reminderMinutes: reminders }
  await (
    await node().asAdmin()
  ).call(saveEventDefaults, {
    body: { ...settings, sendsThankYou: true, sendsMissedYou: true },
  })
  await db.execute(sql`with added as (insert into users (first_name, last_name, email)
      select 'Thandi', 'Nkosi', 'person' || n || '@example.com' from generate_series(0, ${people - 1}) n
      returning id, email, person_key),
    agreed as (insert into consents (user_id, receive_updates, receive_event_invites, source, wording_version)
      select id, true, true, 'main_form', 'test' from added)
    insert into people (key, email, words) select person_key, email, email from added`)
  await db.execute(sql`insert into series_registrations (user_id, requested_at, verified_at)
    select id, now(), now() from users order by id limit ${series}`)
  for (let person = 0; person < people; person++) {
    const email = emailOf(person)
    const topics = [hasLeftReminders(person) && 'reminders', hasLeftNews(person) && 'news']
    for (const topic of topics.filter((one) => one !== false))
      await db.execute(sql`insert into unsubscriptions (email, topic) values (${email}, ${topic})`)
  }
  const asAdmin = () => node().asAdmin()
  async function change(event: number, body: object) {
    const answer = await (
      await asAdmin()
    ).call(changeEvent, { params: { id: ids.get(event)! }, body })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  }
  const timesOf = (start: number) => ({
    eventTime: new Date(start).toISOString(),
    eventEndTime: new Date(start + hour).toISOString(),
  })
  async function drop(event: number, person: number) {
    const { rows } = await db.execute<{ id: number }>(sql`select r.id from event_registrations r
      join users u on u.id = r.user_id where u.email = ${emailOf(person)}
      and r.event_id = ${ids.get(event)!} and r.registration_type = 'confirmed'`)
    if (rows[0]) await (await asAdmin()).call(cancelRegistration, { params: { id: rows[0].id } })
  }
  async function accept(event: number) {
    const { rows } = await db.execute<{ email: string }>(sql`select u.email from waitlist_entries w
      join users u on u.id = w.user_id where w.event_id = ${ids.get(event)!} and w.state = 'offered'
      order by w.id`)
    for (const { email } of rows.filter((row) => acceptsOffer(Number(/\d+/.exec(row.email)![0])))) {
      const sent = await db.select().from(outboxEntries).where(eq(outboxEntries.email, email))
      const offer = sent.findLast(
        ({ kind, eventId }) => kind === 'seat_offered' && eventId === ids.get(event),
      )
      const token = makeLinkToken(await readLinkKey(db), 'interest', offer!)
      const body = { token, answer: 'take_part' }
      await node().newCaller().call(answerInterest, { body })
    }
  }
  async function take(moment: Moment) {
    if (moment.act === 'down') await server.close()
    if (moment.act === 'up') await server.open()
    if (!('event' in moment)) return
    const { event } = moment
    if (moment.act === 'open') {
      const body = {
        ...guest,
        ...timesOf(moment.start),
        title: `Event ${event}`,
        capacity: moment.seats,
        status: 'upcoming',
        dateConfirmed: true,
      }
      const answer = await (await asAdmin()).call(createEvent, { body })
      ids.set(event, answer.body.id)
    }
    if (moment.act === 'register')
      for (const person of moment.people) {
        const body = registrationBody({
          email: emailOf(person),
          eventIds: [ids.get(event)!],
          waitlist: true,
        })
        await node().newCaller().call(registerForEvents, { body })
      }
    if (moment.act === 'drop') for (const person of moment.people) await drop(event, person)
    if (moment.act === 'accept') await accept(event)
    if (moment.act === 'move') await change(event, timesOf(moment.start))
    if (moment.act === 'cancel') await change(event, { cancelled: true })
    if (moment.act === 'restore') await change(event, { cancelled: false })
    if (moment.act === 'release')
      await change(event, {
        videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        recordingReady: true,
      })
    if (moment.act === 'attend') {
      const come = Array.from({ length: people }, (_, person) => person)
        .filter((person) => attends(event, person))
        .map(emailOf)
      await db.execute(sql`insert into joins (registration_id, join_count, first_joined_at)
        select r.id, 1, ${new Date(moment.at).toISOString()}::timestamptz from event_registrations r
        join users u on u.id = r.user_id where r.event_id = ${ids.get(event)!}
          and r.registration_type = 'confirmed' and u.email = any(${sql.param(come)}::text[])`)
    }
  }
  for (const moment of moments) {
    clock.set(new Date(moment.at))
    await take(moment)
    if (moment.act !== 'tick') continue
    await sweep()
    await runJobs()
    for (const { to, subject } of server.mails.splice(0)) {
      const [, says, title] = /^(.*): (Event \d+)$/.exec(subject) ?? [subject, subject, '']
      mails.push(`${new Date(moment.at).toISOString()} ${to.split('@')[0]} ${title}: ${says}`)
    }
  }
  return mails.toSorted()
}

test(
  'in a year of 12 events, two nodes send every mail of the rules once, at its time, and no other',
  { timeout: 900_000 },
  async () => {
    const year = planYear(500)
    const expected = expectYear(year)
    const mails = await live(year)
    const arrived = new Set(mails)
    expect(expected.length).toBeGreaterThan(7000)
    expect({
      missing: expected.filter((mail) => !arrived.has(mail)),
      wrong: mails.filter((mail) => !expected.includes(mail)),
      double: mails.length - arrived.size,
    }).toEqual({ missing: [], wrong: [], double: 0 })
    expect(mails).toEqual(expected)
  },
)
