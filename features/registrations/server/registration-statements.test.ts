// @module-tag postgres
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { nameRequests } from '#platform/db/pipeline.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { testApp } from '#tests/support/test-app.ts'

const body = (eventIds: number[]) => ({
  body: registrationBody({ email: 'zola@example.com', receiveUpdates: true, eventIds }),
})

test('a new person registers for an event with nine statements', async () => {
  const { app, call, db } = await testApp()
  nameRequests(app.deps.pool, false)
  const { id } = await buildEvent(db)
  const noted = noteStatements()
  expect((await call(registerForEvents, body([id]))).status).toBe(200)
  expect(noted).toEqual([
    'begin',
    'lock_events',
    'add_person',
    'add_registrations',
    'add_consent',
    'try_address_again',
    'add_outbox_entries',
    'queue',
    'commit',
  ])
})

test('more events cost a known person one statement more, none for each event', async () => {
  const { app, call, db } = await testApp()
  nameRequests(app.deps.pool, false)
  const [one, two, three] = [await buildEvent(db), await buildEvent(db), await buildEvent(db)]
  await call(registerForEvents, body([one.id]))
  const noted = noteStatements()
  expect((await call(registerForEvents, body([two.id, three.id]))).status).toBe(200)
  expect(noted).toEqual([
    'begin',
    'lock_events',
    'add_person',
    'fill_blanks',
    'add_registrations',
    'add_consent',
    'try_address_again',
    'add_outbox_entries',
    'queue',
    'commit',
  ])
})

test('statements pipelined with a rejected one end before the transaction', async () => {
  const { app, call } = await testApp()
  nameRequests(app.deps.pool, false)
  await call(registerForEvents, body([]))
  const noted = noteStatements()
  expect((await call(registerForEvents, body([999_999]))).status).toBe(404)
  expect(noted).toEqual(['begin', 'lock_events', 'add_person', 'fill_blanks', 'rollback'])
})
