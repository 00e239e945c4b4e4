import { mailKinds } from '#main/mail-kinds.ts'
// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAccount } from '#features/account/contract.ts'
import { getMailSetup } from '#features/mails/contract.ts'
import { removeBounce, listPeople, readPerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { bounceMailboxes, bounces, outboxEntries } from '#schema/mails.ts'
import { auditLog } from '#schema/platform.ts'
import { sessions } from '#schema/sign-in.ts'
import { bounceStage } from '#tests/support/bounce-stage.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { writeReport, writeVacationReply } from '#tests/support/delivery-reports.ts'
import { readMailbox } from './bounce-mailbox.ts'
import { sweepMails } from './plan.ts'

test('only a genuine report marks an address; vacation replies, forged, foreign and old ones do not', async () => {
  const { admin, imap, keyOf, mailTo, marked, readMails, register, statesOf } = await bounceStage()
  for (const name of ['gone', 'away', 'forged', 'old', 'other', 'late']) await register(name)
  const of = (name: string) => ({ messageId: mailTo(name).messageId, to: `${name}@example.com` })
  const [token] = /\.[\w-]+@/.exec(of('forged').messageId)!
  imap.add(writeVacationReply(of('away')))
  imap.add(
    writeReport({
      ...of('forged'),
      messageId: of('forged').messageId.replace(token, `${token.slice(0, -6)}AAAAA@`),
    }),
  )
  imap.add(writeReport({ ...of('forged'), messageId: of('away').messageId }))
  imap.add(
    writeReport({ ...of('old'), messageId: '<registration_confirmed.4.mabc123@lights.example>' }),
  )
  imap.add(writeReport({ to: 'other@example.com', messageId: '<20261201.4711@elsewhere.example>' }))
  imap.add(writeReport({ ...of('late'), action: 'delayed', status: '4.4.1' }))
  imap.add('Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\nbroken')
  imap.add(writeReport(of('gone')))
  await readMails()
  expect(await marked()).toEqual(['gone@example.com'])
  expect(await statesOf('gone')).toEqual(['registration_confirmed failed', 'library_access failed'])
  expect(await statesOf('away')).toEqual(['registration_confirmed sent', 'library_access sent'])

  const person = (await admin.call(readPerson, { params: { key: await keyOf('gone') } })).body
  expect(person.bounce).toMatchObject({
    isLasting: true,
    reason: expect.stringContaining('User unknown'),
  })
  expect(person.timeline.map(({ what }) => what)).toContain('bounced')
  // EXAMINE opens the mailbox read-only.
  expect(imap.commands.join('\n')).toMatch(/EXAMINE/)
  expect(imap.commands.join('\n')).not.toMatch(/STORE|EXPUNGE|SELECT|BODY\[/i)
})

test('each mail of the mailbox is read once, also after its UIDs change', async () => {
  const { admin, db, imap, keyOf, mailTo, marked, readMails, register } = await bounceStage()
  await register('gone')
  const report = { messageId: mailTo('gone').messageId, to: 'gone@example.com' }
  imap.add(writeReport({ ...report, returned: 'head' }))
  await readMails()
  const before = imap.commands.filter((line) => /FETCH/.test(line)).length
  await readMails()
  expect(imap.commands.filter((line) => /FETCH/.test(line))).toHaveLength(before)
  expect(await db.select().from(bounceMailboxes)).toMatchObject([{ lastUid: 1, validity: '1' }])
  const params = { key: await keyOf('gone') }
  expect((await admin.call(removeBounce, { params })).status).toBe(200)
  expect(await marked()).toEqual([])
  imap.renumber()
  await readMails()
  expect(await marked()).toEqual([])
  const [act] = await db.select().from(auditLog).where(eq(auditLog.action, 'bounce_cleared'))
  expect(act).toMatchObject({ subject: params.key, details: {} })
})

test('nothing more is sent to a marked address, and a registration tries again what may work by now', async () => {
  const { admin, db, imap, mailTo, marked, readMails, register, server, statesOf } =
    await bounceStage()
  await register('full')
  await register('gone')
  const words = '452 4.2.2 The mailbox is over its quota'
  const about = (name: string) => ({ messageId: mailTo(name).messageId, to: `${name}@example.com` })
  imap.add(writeReport({ ...about('full'), status: '4.2.2', words }))
  imap.add(writeReport(about('gone')))
  await readMails()
  expect(await marked()).toEqual(['full@example.com', 'gone@example.com'])
  const filtered = await admin.send({ method: 'GET', url: `${listPeople.path}?bounced=yes` })
  expect(filtered.json()).toMatchObject({
    total: 2,
    people: [{ bounced: true }, { bounced: true }],
  })
  const others = await admin.send({ method: 'GET', url: `${listPeople.path}?bounced=no` })
  expect(others.json()).toEqual({ people: [], total: 0 })

  // All callers get the same answer, so that registering does not reveal whether mails arrive.
  const sent = server.mails.length
  await register('gone')
  await register('full')
  expect(server.mails.slice(sent).map(({ to }) => to)).toEqual(['full@example.com'])
  expect(await marked()).toEqual(['gone@example.com'])
  expect((await statesOf('full'))[0]).toBe('registration_confirmed sent')
  expect((await statesOf('gone'))[0]).toBe('registration_confirmed failed')
  const event = await buildEvent(db)
  const body = registrationBody({ email: 'gone@example.com', eventIds: [event.id] })
  await admin.call(registerForEvents, { body })
  expect(server.mails).toHaveLength(sent + 1)
})

test('an immediate rejection marks its address, delays no others, and is not planned again', async () => {
  const { db, clock, event, marked, register, runJobs, server, statesOf, app } = await bounceStage()
  server.refuse('nobody@example.com', '550 5.1.1 Unknown user')
  server.refuse('relayed@example.com', '554 5.7.1 Relay access denied')
  server.refuse('full@example.com', '552 5.2.2 Mailbox full')
  for (const name of ['nobody', 'relayed', 'full', 'thandi']) await register(name)
  expect(server.mails.map(({ to }) => to)).toEqual(['thandi@example.com'])
  expect(await marked()).toEqual(['full@example.com', 'nobody@example.com'])
  expect(await db.select().from(bounces).where(eq(bounces.isLasting, true))).toMatchObject([
    { email: 'nobody@example.com', reason: expect.stringContaining('Unknown user') },
  ])
  clock.set('2026-12-09T16:30:00Z')
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  await runJobs()
  expect(await statesOf('nobody')).toEqual([
    'registration_confirmed failed',
    'library_access failed',
  ])
  expect(await statesOf('thandi')).toContain('reminder_24h sent')
  expect(await db.$count(outboxEntries, sql`event_id = ${event.id} and state = 'waiting'`)).toBe(0)
})

test('a remote mailbox without TLS receives no password', async () => {
  const { app, db, imap } = await bounceStage()
  const mailbox = { ...app.deps.settings().bounceMailbox!, requireTls: true }
  const reading = readMailbox(db, {
    mailbox,
    jobs: app.deps.jobs,
    now: () => new Date(),
  })
  await expect(reading).rejects.toThrow(/STARTTLS/i)
  expect(imap.commands.join('\n')).not.toMatch(/LOGIN/)
})

test('a mailbox that cannot be read says why in the admin area, and a verified session that mails came back', async () => {
  const { admin, asMember, db, imap, mailTo, readMails, register } = await bounceStage()
  await register('gone')
  imap.refuses = true
  await expect(readMails()).rejects.toThrow('failed')
  const setup = () => admin.call(getMailSetup)
  expect((await setup()).text).toContain('Wrong password')
  imap.refuses = false
  const browser = await asMember('gone@example.com')
  expect((await browser.call(getAccount)).status).toBe(401)
  await db.update(sessions).set({ verifiedAt: new Date() })
  expect((await browser.call(getAccount)).body.bounce).toBeNull()
  imap.add(writeReport({ messageId: mailTo('gone').messageId, to: 'gone@example.com' }))
  await readMails()
  expect((await browser.call(getAccount)).body.bounce).toMatchObject({ isLasting: true })
  expect((await setup()).text).not.toContain('Wrong password')
})
