import { answerTasks } from '#platform/threads/answer-tasks.ts'

export type OddTask = 'answer' | 'throw' | 'never end' | 'fill the memory' | 'leave'

/** A thread whose tasks can misbehave. */
answerTasks(async (task: OddTask) => {
  if (task === 'throw') throw new TypeError('not like this')
  if (task === 'leave') process.exit(3)
  if (task === 'never end') for (;;);
  const kept: unknown[] = []
  if (task === 'fill the memory') for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})))
  return `${task} ${Object.keys(process.env).length}`
})
