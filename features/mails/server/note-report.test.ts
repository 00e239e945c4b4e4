// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getMailSetup } from '#features/mails/contract.ts'
import { readPerson } from '#features/people/contract.ts'
import { bounceMailboxes, bounces, outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { bounceStage } from '#tests/support/bounce-stage.ts'
import { writeReport } from '#tests/support/delivery-reports.ts'
import { group, writeHead, writeParts, writeText } from '#tests/support/reports/write-mail.ts'

test('reports without fields are known by the Message-ID that they quote, and say why in words', async () => {
  const { db, imap, mailTo, marked, readMails, register, statesOf } = await bounceStage()
  for (const name of ['exim', 'qmail', 'full', 'listed']) await register(name)
  const quoted = (name: string) => `Message-ID: ${mailTo(name).messageId}\nTo: ${name}@example.com`
  const from = { From: 'MAILER-DAEMON@relay.example' }
  imap.add(
    writeText(
      `The following address(es) failed:\n\n  exim@example.com\n    Unrouteable address\n\n------ This is a copy of the message, including all the headers. ------\n\n${quoted('exim')}`,
      { ...from, 'X-Failed-Recipients': 'exim@example.com' },
    ),
  )
  imap.add(
    writeText(
      `Hi. This is the qmail-send program at relay.example.\n\n<qmail@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${quoted('qmail')}`,
      from,
    ),
  )
  imap.add(
    writeText(
      'Your message could not be delivered to:\n\nfull@example.com: 552 5.2.2 Mailbox full\n',
      { ...from, References: mailTo('full').messageId },
    ),
  )
  imap.add(
    writeParts({
      text: '<listed@example.com>: 550 5.7.1 Client blacklisted',
      groups: [group('listed@example.com', { said: '550 5.7.1 Client blacklisted' })],
      head: { 'Original-Message-ID': mailTo('listed').messageId },
    }),
  )
  await readMails()
  expect(await marked()).toEqual(['exim@example.com', 'full@example.com', 'qmail@example.com'])
  expect((await statesOf('listed'))[0]).toBe('registration_confirmed failed')
  expect(await db.select().from(bounces).orderBy(bounces.email)).toMatchObject([
    { isLasting: true, reason: expect.stringMatching(/^\w.*: Unrouteable address$/) },
    { isLasting: false, reason: 'The mailbox is full: 552 5.2.2 Mailbox full' },
    { isLasting: true, reason: expect.stringMatching(/^This mailbox does not exist: Sorry, no/) },
  ])
})

test('a crafted report is passed over, and those after it are read', async () => {
  const { admin, db, imap, keyOf, mailTo, marked, readMails, register } = await bounceStage()
  for (const name of ['first', 'crafted', 'last']) await register(name)
  const of = (name: string) => ({ messageId: mailTo(name).messageId, to: `${name}@example.com` })
  imap.add(writeReport(of('first')))
  imap.add(
    writeParts({
      text: 'It failed.',
      statusEncoding: 'base64',
      groups: [
        group('crafted@example.com', { said: '550 5.1.1 User\u0000 unknown \ud800 \u202e \u0007' }),
      ],
      head: { References: of('crafted').messageId },
    }),
  )
  const parts = '\n--x\nContent-Type: text/plain\n\nfailed'.repeat(500)
  imap.add(`Content-Type: multipart/report; report-type=delivery-status; boundary=x\n${parts}\n`)
  imap.add(writeReport(of('last')))
  await readMails()
  expect(await marked()).toEqual(['crafted@example.com', 'first@example.com', 'last@example.com'])
  expect(await db.select().from(bounceMailboxes)).toMatchObject([
    { lastUid: 4, lastError: null, passedOver: 1 },
  ])
  expect((await admin.call(getMailSetup)).text).toContain('bounced email: 1 unreadable report')
  const params = { key: await keyOf('crafted') }
  const { bounce } = (await admin.call(readPerson, { params })).body
  expect(bounce?.reason).toMatch(/^This mailbox does not exist: 550 5\.1\.1 User unknown/)
})

test('people who report spam get no news and reminders, as their page shows', async () => {
  const { admin, db, imap, keyOf, mailTo, marked, readMails, register } = await bounceStage()
  await register('thandi')
  await register('other')
  const report = (name: string, type: string) =>
    `${writeHead({ From: 'fbl@isp.example', 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=arf' })}
--arf
Content-Type: text/plain

A complaint.

--arf
Content-Type: message/feedback-report

Feedback-Type: ${type}
Version: 1

--arf
Content-Type: text/rfc822-headers

Message-ID: ${mailTo(name).messageId}

--arf--
`
  imap.add(report('thandi', 'abuse'))
  imap.add(report('other', 'not-spam'))
  await readMails()
  await readMails()
  expect(await marked()).toEqual([])
  expect(await db.select().from(unsubscriptions).orderBy(unsubscriptions.topic)).toMatchObject([
    { email: 'thandi@example.com', topic: 'news' },
    { email: 'thandi@example.com', topic: 'reminders' },
  ])
  const [mail] = await db
    .select()
    .from(outboxEntries)
    .where(eq(outboxEntries.email, 'thandi@example.com'))
  expect(mail).toMatchObject({ state: 'sent', lastError: expect.stringContaining('as spam') })
  const params = { key: await keyOf('thandi') }
  const { timeline } = (await admin.call(readPerson, { params })).body
  expect(timeline.map(({ text }) => text).join('\n')).toMatch(/Email sent: .*reported it as spam/)
})
