import { expect, test } from 'vitest'
import type { OddTask } from '#tests/support/odd-thread.ts'
import { createWorkThread, TooMuchWork } from './work-thread.ts'

const script = new URL('../../tests/support/odd-thread.ts', import.meta.url)

function oddThread(limits: { deadlineMs?: number; mostMegabytes?: number } = {}) {
  return createWorkThread<(task: OddTask) => string>(script, limits)
}

test('tasks are done one after the other, in a thread that sees no setting', async () => {
  const thread = oddThread()
  const answers = [thread.run('answer'), thread.run('answer')]
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 0'])
})

test("a task's error reaches its caller, and the next task runs", async () => {
  const thread = oddThread()
  const thrown = thread.run('throw')
  const next = thread.run('answer')
  await expect(thrown).rejects.toThrow(new TypeError('not like this'))
  expect(await next).toBe('answer 0')
})

test.for<[OddTask, { deadlineMs?: number; mostMegabytes?: number }]>([
  ['never end', { deadlineMs: 2000 }],
  ['fill the memory', { mostMegabytes: 32 }],
])(
  'a task that would %s is ended, and the one after it gets a new thread',
  async ([task, limits]) => {
    const thread = oddThread(limits)
    const tooMuch = thread.run(task)
    const next = thread.run('answer')
    await expect(tooMuch).rejects.toThrow(TooMuchWork)
    expect(await next).toBe('answer 0')
  },
)

test('a thread that exits fails only its task', async () => {
  const thread = oddThread()
  const left = thread.run('leave')
  const next = thread.run('answer')
  await expect(left).rejects.toThrow('The thread ended unexpectedly')
  expect(await next).toBe('answer 0')
})
