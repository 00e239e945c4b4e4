import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listCrew, removeCrewMember } from '#features/crew/contract.ts'
import { changeEvent, copyEvent, deleteEvent } from '#features/events/contract.ts'
import { unsubscribeByLink } from '#features/mails/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { readCalendar } from '#tests/support/read-calendar.ts'

async function stage() {
  const mails = await mailStage()
  return { ...mails, ...crewStage(mails) }
}

test('the crew hears of the event, of its new time, a day and an hour before, and that it is off', async () => {
  const { at, build, edit, name, server, tokenOf } = await stage()
  const { id } = await build({ eventDate: '2026-12-20', eventTime: '2026-12-20T16:00:00.000Z' })
  const { body: member } = await name(id, 'Naledi')
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['naledi: You are the guest'])
  const mine = `http://lights.example/crew/${await tokenOf(member.id)}`
  const told = () => readCalendar(server.mails.at(-1)!)
  expect(told()).toMatchObject({ method: 'PUBLISH' })
  expect(told().entries.get('Salt')).toMatchObject({ place: mine, status: 'CONFIRMED' })
  await edit(id, { eventTime: '2026-12-20T18:00:00.000Z', eventEndTime: null })
  expect(await at('2026-12-02T08:00:00Z')).toEqual(['naledi: New time'])
  expect(told().entries.get('Salt')).toMatchObject({
    place: mine,
    start: '2026-12-20T18:00:00.000Z',
    sequence: 1,
  })
  expect(await at('2026-12-19T18:01:00Z')).toEqual(['naledi: Coming up, with you as guest'])
  expect(await at('2026-12-20T17:01:00Z')).toEqual(['naledi: Starting soon, with you as guest'])
  await edit(id, { cancelledAt: new Date('2026-12-20T17:10:00Z') })
  expect(await at('2026-12-20T17:11:00Z')).toEqual(['naledi: Cancelled'])
  expect(told()).toMatchObject({ method: 'CANCEL' })
  expect(await at('2026-12-20T17:12:00Z')).toEqual([])
})

test('a registered crew member gets both emails, each with its link', async () => {
  const { at, build, name, register, told } = await stage()
  const { id } = await build()
  await register('naledi', id)
  await name(id, 'Naledi')
  const first = await at('2026-12-01T08:00:00Z')
  expect(first).toEqual(['naledi: You are the guest', 'naledi: Your seat is confirmed'])
  const soon = await at('2026-12-10T15:01:00Z')
  expect(soon).toEqual(['naledi: Starting soon', 'naledi: Starting soon, with you as guest'])
  expect(await told()).not.toContain('crew_reminder_24h sent')
})

test('host, producer and guest of a duplicate get their links when it is published, and not while it is a draft', async () => {
  const { asAdmin, at, build, name } = await stage()
  const { id } = await build()
  await name(id, 'Sipho', 'host')
  await name(id, 'Pat', 'producer')
  await name(id, 'Naledi')
  expect(await at('2026-12-01T08:00:00Z')).toHaveLength(3)
  async function duplicate(title: string) {
    const guest = { speakerName: 'Lin Chen', guestEmail: 'lin@example.com' }
    const body = { ...guest, title, eventDate: '2027-01-12' }
    // Sessions of administrators expire after half a day.
    return (await (await asAdmin()).call(copyEvent, { params: { id }, body })).body.id
  }
  async function publish(copy: number, publishAt: string) {
    const admin = await asAdmin()
    const answer = await admin.call(changeEvent, { params: { id: copy }, body: { publishAt } })
    expect(answer.status).toBe(200)
  }
  const linksTo = (title: string) =>
    ['lin: You are the guest', 'pat: You are the producer', 'sipho: You are the host'].map(
      (line) => `${line}: ${title}`,
    )
  const rain = await duplicate('Rain')
  expect(await at('2026-12-01T08:10:00Z')).toEqual([])
  expect(await at('2026-12-02T08:00:00Z')).toEqual([])
  await publish(rain, '')
  expect(await at('2026-12-02T08:03:00Z')).toEqual(linksTo('Rain'))
  const sun = await duplicate('Sun')
  await publish(sun, '2026-12-03T08:00:00Z')
  expect(await at('2026-12-03T07:59:00Z')).toEqual([])
  expect(await at('2026-12-03T08:01:00Z')).toEqual(linksTo('Sun'))
  expect(await at('2026-12-03T08:05:00Z')).toEqual([])
})

test('removed crew members get no more mails, and re-added ones get a new link', async () => {
  const { asAdmin, at, build, name, plan, db } = await stage()
  const { id } = await build()
  const { body: member } = await name(id, 'Naledi')
  await name(id, 'Sipho', 'host')
  await at('2026-12-01T08:00:00Z')
  await plan('2026-12-10T15:01:00Z')
  const admin = await asAdmin()
  await admin.call(removeCrewMember, { params: { id: member.id } })
  expect(await at('2026-12-10T15:02:00Z')).toEqual(['sipho: Starting soon, with you as host'])
  // Her only row: her mails are deleted with it.
  const theirs = eq(outboxEntries.email, 'naledi@example.com')
  expect(await db.$count(outboxEntries, theirs)).toBe(0)
  await name(id, 'Naledi')
  expect(await at('2026-12-10T15:03:00Z')).toEqual(['naledi: You are the guest'])
  expect(await at('2026-12-10T15:04:00Z')).toEqual([])
})

test('a later date is emailed to the crew, and a past event to no one', async () => {
  const { asAdmin, at, build, edit, name } = await stage()
  const { id } = await build({ eventDate: null, eventTime: null, eventEndTime: null })
  await name(id, 'Naledi')
  expect(await at('2026-12-01T08:00:00Z')).toEqual(['naledi: You are the guest'])
  await edit(id, { eventDate: '2026-12-20', eventTime: '2026-12-20T16:00:00.000Z' })
  expect(await at('2026-12-02T08:00:00Z')).toEqual(['naledi: New time'])
  await edit(id, { status: 'completed' })
  await name(id, 'Sipho', 'host')
  expect(await at('2026-12-03T08:00:00Z')).toEqual([])
  const admin = await asAdmin()
  const { crew } = (await admin.call(listCrew, { params: { id } })).body
  expect(crew.map(({ mail }) => mail)).toMatchObject([
    { state: 'sent' },
    { state: 'skipped', lastError: 'The event is over' },
  ])
})

test('crew members can unsubscribe from reminders, and a cancelled event is deleted after its crew was emailed', async () => {
  const { asAdmin, at, build, call, db, edit, name } = await stage()
  const { id } = await build()
  await name(id, 'Naledi')
  await at('2026-12-01T08:00:00Z')
  await at('2026-12-09T16:01:00Z')
  const [reminder] = await db
    .select()
    .from(outboxEntries)
    .where(eq(outboxEntries.kind, 'crew_reminder_24h'))
  const token = makeLinkToken(await readLinkKey(db), 'unsubscribe', reminder!)
  const left = await call(unsubscribeByLink, { body: { token } })
  expect(left.body.topics).toEqual(['reminders'])
  expect(await at('2026-12-10T15:01:00Z')).toEqual([])
  await edit(id, { cancelledAt: new Date('2026-12-10T15:02:00Z') })
  const admin = await asAdmin()
  const remove = () => admin.call(deleteEvent, { params: { id } })
  expect((await remove()).headers['refusal-code']).toBe('people_untold')
  expect(await at('2026-12-10T15:03:00Z')).toEqual(['naledi: Cancelled'])
  expect((await remove()).status).toBe(200)
  expect(await db.$count(outboxEntries)).toBe(0)
})
