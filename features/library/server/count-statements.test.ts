// @module-tag postgres
import { expect, onTestFinished, test } from 'vitest'
import { listEvents } from '#features/events/contract.ts'
import { listMemberVideos, saveWatchProgress } from '#features/library/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { buildPerson, buildRecording } from '#tests/support/builders.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { testApp } from '#tests/support/test-app.ts'

test('entering takes two statements, the library four, and a report of what was watched three', async () => {
  const { db, database, newCaller } = await testApp()
  // The job queue and the rate limiter query the database in the background, too.
  const others = setInterval(() => void database.pool.query('select 1'), 1)
  onTestFinished(() => clearInterval(others))
  const { id: videoId } = await buildRecording(db)
  const { email } = await buildPerson(db)
  const { call } = newCaller()
  const noted = noteStatements()
  const report = { videoId, position: 15, duration: 3600, ranges: [[0, 3]] }
  expect((await call(logInWithEmail, { body: { email } })).status).toBe(200)
  expect((await call(listMemberVideos)).body).toHaveLength(1)
  expect((await call(saveWatchProgress, { body: report })).status).toBe(200)
  expect(noted.join(', ')).toBe(
    'known_email, enter_with_email, find_session, ready_recordings, list_chapters, visible_materials, ' +
      'find_session, read_recording, add_to_session_watch_progress',
  )
})

test('the programme that is kept for visitors is given to a member too, for one statement', async () => {
  const { db, asMember, asAdmin } = await testApp()
  const member = await asMember((await buildPerson(db)).email)
  const administrator = await asAdmin()
  const list = { url: listEvents.path }
  const noted = noteStatements()
  const ask = async () => {
    noted.length = 0
    const { headers } = await member.send(list)
    return [...noted, headers['cache-control']]
  }
  // The first request creates the statement.
  await expect.poll(ask).toEqual(['find_session', 'private, no-cache'])
  expect((await administrator.send(list)).headers['cache-control']).toBe('no-store')
})
