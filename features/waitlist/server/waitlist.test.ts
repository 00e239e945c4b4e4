import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exportAccount, getAccount, takeBackRegistration } from '#features/account/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { replaceFormQuestions } from '#features/form-questions/contract.ts'
import { sendAgain } from '#features/mails/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mergePerson } from '#features/people/contract.ts'
import { preRegister } from '#features/registrations/contract.ts'
import { listWaitlist } from '#features/waitlist/contract.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { formAnswers } from '#schema/form-questions.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { people } from '#schema/people.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { appWithSeats } from '#tests/support/seats-stage.ts'

test('answers to form questions wait in line and move to the registration that follows', async () => {
  const { register, giveUp, answer, asAdmin, asVerified, event, db, places, clock, sweep } =
    await appWithSeats(1)
  const admin = await asAdmin()
  const [role] = (
    await admin.call(replaceFormQuestions, {
      params: { id: event.id },
      body: [{ kind: 'short', label: 'Role', isRequired: true }],
    })
  ).body
  const given = (value: string) => ({ answers: { [role!.id]: value } })
  await register('a@example.com', given('Founder'))
  const missing = await register('b@example.com', { waitlist: true })
  expect([missing.status, missing.body.errors?.map(({ field }) => field)]).toEqual([
    400,
    [`answers.${role!.id}`],
  ])
  await register('b@example.com', { waitlist: true, questions: 'Why?', ...given('Baker') })
  await register('b@example.com', { waitlist: true, ...given('Intern') })
  await register('c@example.com', { waitlist: true, ...given('Cook') })
  const exported = await (await asVerified('b@example.com')).call(exportAccount)
  expect(exported.body).toMatchObject({ waitlist: [{ answers: { Role: 'Baker' } }] })
  const ofEvent = { params: { id: event.id } }
  await admin.call(replaceFormQuestions, { ...ofEvent, body: [] })
  expect((await admin.call(listWaitlist, ofEvent)).body).toMatchObject({
    people: ['Baker', 'Cook'].map((value) => given(value)),
    formQuestions: [{ id: role!.id, label: 'Role' }],
  })
  await giveUp('a@example.com')
  clock.set('2026-12-02T08:00:00Z')
  await sweep()
  await answer('b@example.com', { answer: 'join_list' })
  await answer('c@example.com', { answer: 'take_part' })
  await giveUp('c@example.com')
  await answer('b@example.com', { answer: 'take_part' })
  expect(await places()).toEqual({ seated: 'b', offered: '', waiting: '' })
  const rows = await db
    .select({ question: eventRegistrations.questions, answer: formAnswers.value })
    .from(eventRegistrations)
    .innerJoin(formAnswers, eq(formAnswers.registrationId, eventRegistrations.id))
  expect(rows).toEqual([{ question: 'Why?', answer: 'Baker' }])
})

test('an offer names its end in the first mail and in one that is sent again', async () => {
  const { register, giveUp, runJobs, asAdmin, db } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  await giveUp('a@example.com')
  await runJobs()
  const offers = async () =>
    (await db.select().from(outboxEntries)).filter(({ kind }) => kind === 'seat_offered')
  const [first] = await offers()
  const admin = await asAdmin()
  expect((await admin.call(sendAgain, { params: { id: first!.id } })).status).toBe(200)
  await runJobs()
  const sent = await offers()
  expect(sent).toHaveLength(2)
  for (const { kept } of sent) {
    expect(JSON.stringify(kept)).toContain('by Wednesday, 2 December 2026, 10:00')
  }
})

test('reminders go to registrants, and not to people in line', async () => {
  const { register, runJobs, clock, db, app } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  await runJobs()
  clock.set('2026-12-09T16:01:00Z')
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  const reminders = (await db.select().from(outboxEntries)).filter(({ kind }) =>
    kind.startsWith('reminder'),
  )
  expect(reminders.map(({ email }) => email)).toEqual(['a@example.com'])
})

test('a member sees their place, takes a reserved seat, and finds a full event full', async () => {
  const { register, giveUp, asVerified, event, places } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  const member = await asVerified('b@example.com')
  const line = async () => (await member.call(getAccount)).body.waitlist
  expect(await line()).toMatchObject([{ state: 'waiting', offerEnds: null, eventId: event.id }])
  const body = { eventId: event.id }
  expect((await member.call(takeBackRegistration, { body })).status).toBe(409)
  await giveUp('a@example.com')
  expect(await line()).toMatchObject([{ state: 'offered', title: event.title }])
  expect((await member.call(takeBackRegistration, { body })).status).toBe(200)
  expect(await places()).toEqual({ seated: 'b', offered: '', waiting: '' })
  expect(await line()).toEqual([])
})

test('a question that only the second form asks is kept with the place in line', async () => {
  const { register, giveUp, answer, db } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  await register('b@example.com', { waitlist: true, questions: 'Why?' })
  await register('b@example.com', { waitlist: true, questions: 'How?' })
  await giveUp('a@example.com')
  await answer('b@example.com', { answer: 'take_part' })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration!.questions).toBe('Why?')
})

test('two places on the same list become one with the question of both, if people are merged', async () => {
  const { register, places, asAdmin, db } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  await register('c@example.com', { waitlist: true, questions: 'Why?' })
  const keyOf = async (email: string) =>
    (await db.select().from(people)).find((person) => person.email === email)!.key
  const sent = {
    params: { key: await keyOf('c@example.com') },
    body: { into: await keyOf('b@example.com') },
  }
  expect((await (await asAdmin()).call(mergePerson, sent)).status).toBe(200)
  expect((await places()).waiting).toBe('b')
  expect(await db.select().from(waitlistEntries)).toMatchObject([{ questions: 'Why?' }])
})

test('people in line come before those who pre-register while the event is closed', async () => {
  const { register, places, asAdmin, call, event } = await appWithSeats(1)
  await register('a@example.com')
  await register('b@example.com', { waitlist: true })
  const admin = await asAdmin()
  const change = async (body: SentBodyOf<typeof changeEvent>) =>
    (await admin.call(changeEvent, { params: { id: event.id }, body })).status
  expect(await change({ status: 'pre_registration' })).toBe(200)
  const body = { firstName: 'Thandi', email: 'c@example.com', eventId: event.id }
  expect((await call(preRegister, { body })).status).toBe(200)
  expect(await change({ status: 'upcoming', capacity: 2 })).toBe(200)
  expect(await places()).toEqual({ seated: 'a', offered: 'b', waiting: '' })
})

test('an offer that ends while the event is cancelled costs no place in line', async () => {
  const { register, giveUp, places, asAdmin, event, clock, sweep, db, answer } =
    await appWithSeats(1)
  await register('a@example.com')
  for (const name of 'bc') await register(`${name}@example.com`, { waitlist: true })
  await giveUp('a@example.com')
  expect(await places()).toEqual({ seated: '', offered: 'b', waiting: 'c' })
  const save = async (cancelled: boolean) => {
    const sent = { params: { id: event.id }, body: { cancelled } }
    expect((await (await asAdmin()).call(changeEvent, sent)).status).toBe(200)
  }
  await save(true)
  clock.set('2026-12-02T09:00:00Z')
  await sweep()
  expect(await places()).toEqual({ seated: '', offered: '', waiting: 'bc' })
  await save(false)
  expect(await places()).toEqual({ seated: '', offered: 'b', waiting: 'c' })
  const offers = (await db.select().from(outboxEntries)).filter(
    ({ kind }) => kind === 'seat_offered',
  )
  expect(offers.map(({ email }) => email)).toEqual(['b@example.com', 'b@example.com'])
  expect((await answer('b@example.com', { answer: 'take_part' })).status).toBe(200)
})
