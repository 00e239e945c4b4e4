// @module-tag postgres
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { jobHandlers } from '#main/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { noteStatements } from '#tests/support/note-statements.ts'

test('mails that are taken up together begin with two statements and take two each', async () => {
  const { app, db, call, server } = await mailStage()
  const { id } = await buildEvent(db)
  for (const name of ['zola', 'anna', 'musa']) {
    const body = registrationBody({ email: `${name}@example.com`, eventIds: [id] })
    await call(registerForEvents, { body })
  }
  const rows = await db.select().from(outboxEntries)
  const mails = rows.filter(({ carriedBy }) => carriedBy === null)
  const send = jobHandlers(app.deps)['send-message']
  // Statements that each node runs once, before its first mail.
  await send({ outboxEntryId: 0 }, { number: 1, isLast: false })
  const noted = noteStatements()
  await Promise.all(
    mails.map((mail) => send({ outboxEntryId: mail.id }, { number: 1, isLast: false })),
  )
  expect(server.mails).toHaveLength(3)
  expect(noted.toSorted()).toEqual([
    'answer_mail',
    'answer_mail',
    'answer_mail',
    'begin_mails',
    'hand_over_mail',
    'hand_over_mail',
    'hand_over_mail',
    'read_notifications',
  ])
})
