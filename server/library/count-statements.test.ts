// @module-tag postgres
import { expect, test } from 'vitest'
import { listMemberVideos, saveWatchProgress } from '#shared/contract/library.ts'
import { logInWithEmail } from '#shared/contract/session.ts'
import { buildPerson, buildRecording } from '#tests/support/builders.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { testApp } from '#tests/support/test-app.ts'

test('entering takes two statements, the library and a report of what was watched three each', async () => {
  const { db, newCaller } = await testApp()
  const { id: videoId } = await buildRecording(db)
  const { email } = await buildPerson(db)
  const { call } = newCaller()
  const noted = noteStatements()
  const report = { videoId, position: 15, duration: 3600, ranges: [[0, 3]] }
  expect((await call(logInWithEmail, { body: { email } })).status).toBe(200)
  expect((await call(listMemberVideos)).body).toHaveLength(1)
  expect((await call(saveWatchProgress, { body: report })).status).toBe(200)
  expect(noted.join(', ')).toBe(
    'known_email, enter_with_email, find_session, ready_recordings, list_chapters, ' +
      'find_session, read_recording, add_to_session_watch_progress',
  )
})
