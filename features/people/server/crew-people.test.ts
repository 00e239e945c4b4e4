import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { readPerson, changePerson, exportPerson, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { eventCrew } from '#schema/crew.ts'
import { outboxEntries } from '#schema/mails.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { copyText, countHeld } from '#tests/support/hold-address.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const email = 'naledi@example.com'

async function stage() {
  const mails = await mailStage()
  const { id } = await mails.build()
  const { name, ...crew } = crewStage(mails)
  const { body: member } = await name(id, 'Naledi')
  await mails.at('2026-12-01T08:00:00Z')
  const admin = await mails.asAdmin()
  const key = (await crew.keyOf(email))!
  return { ...mails, ...crew, name, admin, eventId: id, member, key, params: { key } }
}

test('a crew member without a registration is a person of the admin area', async () => {
  const { admin, params, member, eventId } = await stage()
  const found = (await admin.send({ url: '/api/admin/people?search=naledi+dube' })).json()
  expect(found.people).toMatchObject([{ email, firstName: 'Naledi Dube', registrations: 0 }])
  const { body: person } = await admin.call(readPerson, { params })
  expect(person).toMatchObject({ isRegistered: false, crew: [{ eventId, role: 'guest' }] })
  expect(person.timeline.map(({ text }) => text)).toContain('Added to the crew of Salt as guest')
  const { parts } = (await admin.call(exportPerson, { params })).body
  const rowsOf = (name: string) => parts.find((part) => part.name === name)!.rows
  expect(rowsOf('crew')).toMatchObject([{ id: member.id, role: 'guest', title: 'Salt' }])
  expect(rowsOf('mails')).toMatchObject([{ kind: 'crew_added' }])
})

test('a corrected address has a link of its own by mail, and the old one is dead', async () => {
  const { admin, at, open, params, member, tokenOf, server } = await stage()
  const old = await tokenOf(member.id)
  const body = { firstName: 'Naledi', lastName: 'Khumalo', email: 'right@example.com' }
  expect((await admin.call(changePerson, { params, body })).status).toBe(200)
  expect((await open(old)).status).toBe(404)
  const token = await tokenOf(member.id)
  expect((await open(token)).body).toMatchObject({ name: 'Naledi Khumalo', role: 'guest' })
  const [mail] = await at('2026-12-01T08:01:00Z')
  expect(mail).toBe('right: This is now your email with House Lights')
  expect(server.mails.at(-1)!.raw.replaceAll('=\r\n', '')).toContain(`/crew/${token}`)
  const person = (await admin.call(readPerson, { params })).body
  expect(person).toMatchObject({ firstName: 'Naledi Khumalo', email: body.email })
})

test('merged people keep one place in each crew and the emails of both', async () => {
  const { admin, call, build, db, eventId, key, keyOf, open, params, tokenOf, member, at } =
    await stage()
  const { id: other } = await build({ title: 'Sugar' })
  const add = (id: number, address: string) =>
    admin.call(addCrewMember, {
      params: { id },
      body: { name: 'N. Dube', email: address, role: 'host' },
    })
  await call(registerForEvents, {
    body: registrationBody({ email: 'stays@example.com', eventIds: [eventId] }),
  })
  const kept = (await add(eventId, 'stays@example.com')).body
  const moved = (await add(other, email)).body
  await at('2026-12-01T08:01:00Z')
  const [dying, living] = [await tokenOf(member.id), await tokenOf(kept.id)]
  const into = (await keyOf('stays@example.com'))!
  expect((await admin.call(mergePerson, { params, body: { into } })).status).toBe(200)
  expect((await db.select().from(eventCrew)).map((row) => [row.id, row.email])).toEqual([
    [kept.id, 'stays@example.com'],
    [moved.id, 'stays@example.com'],
  ])
  expect([(await open(dying)).status, (await open(living)).status]).toEqual([404, 200])
  expect(await keyOf(email)).toBeUndefined()
  expect((await admin.call(readPerson, { params: { key } })).body.key).toBe(into)
  // One mail contains the new link for the event that moved, too.
  expect(await at('2026-12-01T08:02:00Z')).toHaveLength(1)
})

test('erasing takes their place in the crew, their link and their name along', async () => {
  const { admin, at, db, database, member, open, params, tokenOf } = await stage()
  const token = await tokenOf(member.id)
  expect((await admin.call(erasePerson, { params })).status).toBe(200)
  expect((await open(token)).status).toBe(404)
  expect([await db.$count(eventCrew), await db.$count(outboxEntries)]).toEqual([0, 0])
  expect(countHeld([await copyText(database)], ['Naledi', email])).toBe(0)
  expect(await at('2026-12-10T15:01:00Z')).toEqual([])
})
