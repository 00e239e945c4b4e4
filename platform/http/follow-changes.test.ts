import { expect, onTestFinished, test } from 'vitest'
import { createFollower } from './follow-changes.ts'
import type { Listening } from './response-cache.ts'

function followedBy(kind: 'embedded' | 'postgres') {
  const node = {
    listening: 'all' as Listening,
    now: 1,
    known: 0,
    failures: 0,
    reported: 0,
    reads: 0,
  }
  const follower = createFollower({
    about: 'Reading',
    async read() {
      const { now } = node
      if (node.failures-- > 0) throw new Error('no connection was free')
      node.known = now
    },
    kind,
    cache: { listening: () => node.listening },
    report: () => void node.reported++,
  })
  onTestFinished(follower.stop)
  return { node, follower }
}

test('failed reads are retried on every database, and changes are not rejected', async () => {
  for (const kind of ['embedded', 'postgres'] as const) {
    const { node, follower } = followedBy(kind)
    node.failures = 1
    await follower.catchUp()
    expect([node.known, node.reported]).toEqual([0, 1])
    await expect.poll(() => node.known).toBe(1)
  }
})

test('changes before and during a lost connection are read', async () => {
  const { node } = followedBy('postgres')
  for (const listening of ['deaf', 'nothing', 'away', 'all'] as const) {
    node.listening = listening
    node.now++
    await expect.poll(() => node.known, { timeout: 5000 }).toBe(node.now)
  }
})
