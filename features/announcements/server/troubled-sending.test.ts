// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { tryAddressAgain } from '#features/mails/server/bounces.ts'
import { createMailBeginner } from '#features/mails/server/record.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { importDatabase } from '#platform/db/copy/import-database.ts'
import { announcements } from '#schema/announcements.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { testApp } from '#tests/support/test-app.ts'
import { stopAfterCopy } from './stop-after-copy.ts'

async function stage() {
  const staged = await announcementStage()
  const { db, runJobs, dueNow } = staged
  const readPace = async () => {
    const { rows } = await db.execute<{ closedFor: number; open: boolean; seconds: number }>(sql`
      select closed_for as "closedFor", coalesce(closed_until <= clock_timestamp(), true) as open,
        coalesce(extract(epoch from closed_until - clock_timestamp()), 0)::int as seconds from mail_pace`)
    return rows[0]!
  }
  return {
    ...staged,
    readPace,
    /** Makes all waiting mails due and ends the pause. */
    async goOn() {
      await db.execute(sql`update mail_pace set closed_until = clock_timestamp()`)
      await dueNow()
      await runJobs()
    },
  }
}

const fullMailbox = '452 4.5.3 Mailbox is full, or so it seems'

test('it waits while its event is not published, says so, and holds up no other', async () => {
  const { db, event, register, begin, write, tryOut, approve, runJobs, told, read, countsOf } =
    await stage()
  const person = await register()
  const other = await write({
    topic: 'news',
    eventId: null,
    audience: { any: [{ kind: 'updates' }] },
  })
  await tryOut(other)
  const params = await begin()
  await db
    .update(events)
    .set({ publishAt: new Date('2100-01-01') })
    .where(eq(events.id, event.id))
  await approve(other)
  await runJobs()
  expect(told()).toEqual([person.email])
  expect(await read(params)).toMatchObject({
    state: 'sending',
    waitsForPublishing: true,
    pace: null,
  })
  expect(await countsOf(params)).toMatchObject({ waiting: 1 })
  await db.update(events).set({ publishAt: null })
  await runJobs()
  expect(await read(params)).toMatchObject({ state: 'done', waitsForPublishing: false })
})

test('a mail left in doubt closes the pace, and one mail alone finds out whether it goes on', async () => {
  const { register, begin, runJobs, countsOf, server, readPace, goOn, app } = await stage()
  for (let count = 0; count < 3; count++) await register()
  const params = await begin()
  async function hangThrough(run: () => Promise<unknown>) {
    const arrived = server.mails.length
    server.behave('never answers')
    const running = run()
    await expect.poll(() => server.mails.length).toBe(arrived + 1)
    await server.close()
    await running
    await server.open()
    server.behave('well')
  }
  await hangThrough(runJobs)
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, waiting: 2 })
  expect(await readPace()).toMatchObject({ open: false, closedFor: 30 })
  await hangThrough(goOn)
  expect(await countsOf(params)).toMatchObject({ inDoubt: 2, waiting: 1 })
  expect(await readPace()).toMatchObject({ open: false, closedFor: 60 })
  await goOn()
  expect(await countsOf(params)).toMatchObject({ inDoubt: 2, sent: 1 })
  expect(await readPace()).toMatchObject({ open: true, closedFor: 0 })
  expect(new Set(server.mails.map(({ to }) => to)).size).toBe(3)
  const { everySecond } = await import('#main/jobs.ts')
  expect(await everySecond(app.deps)()).toBe(0)
})

test('a full mailbox does not delay other recipients', async () => {
  const { register, begin, approve, runJobs, countsOf, verdicts, server, readPace, goOn } =
    await stage()
  const full = await register()
  const params = await begin()
  server.refuse(full.email, fullMailbox)
  await runJobs()
  expect(await readPace()).toMatchObject({ open: false, closedFor: 30 })
  for (let count = 0; count < 3; count++) await register()
  await approve(params)
  await goOn()
  expect(await countsOf(params)).toMatchObject({ sent: 3, waiting: 1 })
  expect(await readPace()).toMatchObject({ open: true, closedFor: 0 })
  expect((await verdicts(params))[0]!.reason).toContain('accepts no more emails for now')
  server.refuse((await register()).email, fullMailbox)
  await approve(params)
  await runJobs()
  expect(await readPace()).toMatchObject({ open: false, closedFor: 30 })
})

test('a failed announcement stays failed when the person registers again, and is sent on request only', async () => {
  const { call, db, register, begin, runJobs, countsOf, told, server, dueNow } = await stage()
  const person = await register()
  const params = await begin()
  server.refuse(person.email, '552 5.2.2 Mailbox full')
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ failed: 1 })
  server.refuse(person.email)
  await db.transaction((tx) => tryAddressAgain(tx, person.email))
  await dueNow()
  await runJobs()
  expect(await countsOf(params)).toMatchObject({ failed: 1, skipped: 0 })
  await call(contract.retryAnnouncement, { params })
  await runJobs()
  expect(told()).toEqual([person.email])
})

test('a process that dies while recovering a mail leaves the mail in doubt', async () => {
  const { db, register, begin, runJobs, told, countsOf, clock, app } = await stage()
  await register()
  const params = await begin()
  const [entry] = await db.select().from(outboxEntries).where(eq(outboxEntries.state, 'waiting'))
  await db
    .update(outboxEntries)
    .set({ state: 'sending', attempts: 1, handedOverAt: clock.now() })
    .where(eq(outboxEntries.id, entry!.id))
  const beginAndEnd = createMailBeginner(app.deps.db, clock)
  expect(await beginAndEnd(entry!.id)).toMatchObject({ mayHaveArrived: true })
  await runJobs()
  expect(told()).toEqual([])
  expect(await countsOf(params)).toMatchObject({ inDoubt: 1, waiting: 0 })
})

test('a person erased while their mail is composed gets none, also not from an older try', async () => {
  const { db, app, register, begin, told, clock, server, site } = await stage()
  const [erased, overtaken] = [await register(), await register()]
  await begin()
  const { sendMail } = await import('#features/mails/server/send.ts')
  const { createMailer } = await import('#features/mails/server/mailer.ts')
  const { mailKinds: kinds } = await import('#main/mail-kinds.ts')
  const { readLinkKey } = await import('#platform/signed-links/signed-links.ts')
  const parts = {
    smtpUrl: server.url,
    smtpRequireTls: false,
    mailReplyTo: undefined,
    folder: undefined,
  }
  const mailer = createMailer({ ...parts, from: 'hello@lights.example', variesSender: false })
  const begun = createMailBeginner(db, clock)
  const linkKey = await readLinkKey(db)
  const meanwhile = {
    [erased.email]: (id: number) => db.delete(outboxEntries).where(eq(outboxEntries.id, id)),
    [overtaken.email]: (id: number) => createMailBeginner(db, clock)(id),
  }
  const waiting = await db.select().from(outboxEntries).where(eq(outboxEntries.state, 'waiting'))
  expect(waiting).toHaveLength(2)
  for (const { id, email } of waiting) {
    const context = {
      kinds,
      mailer,
      site,
      origin: 'http://lights.example',
      linkKey,
      isZoomConnected: false,
      now: clock.now(),
    }
    const sent = await sendMail(
      db,
      {
        ...context,
        async begin(mail) {
          const found = await begun(mail)
          await meanwhile[email]!(id)
          return found
        },
      },
      id,
      { isLast: false },
    )
    expect(sent).toBe(false)
  }
  expect(told()).toEqual([])
  mailer.close()
  await app.deps.jobs.stop()
})

test('announcements in progress during a backup do not continue automatically after its restore', async () => {
  const { register, begin, runJobs, told, database, clock } = await stage()
  await register()
  const params = await begin()
  const opened = await openEmptyDatabase()
  await importDatabase(opened, exportDatabase(database, clock.now(), { withKeys: true }))
  expect(await stopAfterCopy(opened.db, clock.now())).toContain('1 announcement is stopped')
  expect(await stopAfterCopy(opened.db, clock.now())).toBeUndefined()
  const [copied] = await opened.db.select().from(announcements)
  expect(copied).toMatchObject({ id: params.id, stoppedAt: clock.now() })
  const copy = await testApp({ database: { ...opened, truncate: async () => {} } })
  await copy.runJobs()
  const { rows } = await opened.db.execute(sql`select state from outbox_entries
    where dedupe_key = ${String(params.id)}`)
  expect(rows).toEqual([{ state: 'waiting' }])
  await runJobs()
  expect(told()).toHaveLength(1)
})
