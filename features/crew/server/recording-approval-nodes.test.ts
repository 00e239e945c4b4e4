// @module-tag postgres-only
import { expect, test, vi } from 'vitest'
import { answerRecording } from '#features/crew/contract.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { crewStage } from '#tests/support/crew-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

const videoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

test('an approval that is given and withdrawn on one node shows and hides the recording on the other', async () => {
  const [one, other] = [
    await testApp({ pages: builtPages }),
    await testApp({ pages: builtPages }),
  ] as const
  const { name, tokenOf } = crewStage(one)
  const event = await buildRecording(one.db, { title: 'Salt', videoUrl, needsApproval: true })
  const token = await tokenOf((await name(event.id, 'Naledi')).body.id)
  const paths = ['/', '/events/salt', '/api/events', '/feed.atom']
  const marks = ['"hasRecording":true', `watch=${event.id}`]
  /** Returns the paths on the other node whose answers offer the recording. */
  async function listShowing() {
    const bodies = await Promise.all(paths.map(async (url) => (await other.send({ url })).body))
    return paths.filter((_, at) => marks.some((mark) => bodies[at]!.includes(mark)))
  }
  const answer = async (given: 'publish' | 'not_yet') => {
    const sent = await one.call(answerRecording, { body: { token, videoUrl, answer: given } })
    expect(sent.status).toBe(200)
  }
  const patience = { timeout: 12_000, interval: 50 }
  const expectShowing = (expected: string[]) =>
    vi.waitFor(async () => expect(await listShowing()).toEqual(expected), patience)
  await expectShowing([])
  await answer('publish')
  await expectShowing(paths)
  await answer('not_yet')
  await expectShowing([])
})
