import { expect, test } from 'vitest'
import { createTurns } from './read-in-turns.ts'

test('an urgent read keeps its turn from portion to portion, and others follow in their order', async () => {
  const turns = createTurns(1)
  const order: string[] = []
  async function read(name: string, portions: number, isUrgent: boolean) {
    for (let number = 1; number <= portions; number += 1) {
      await turns(async () => void order.push(`${name} ${number}`), { isUrgent })
    }
  }
  await Promise.all([read('list', 2, false), read('other list', 1, false), read('counts', 3, true)])
  expect(order).toEqual(['list 1', 'counts 1', 'counts 2', 'counts 3', 'other list 1', 'list 2'])
})

test('a read that fails passes its turn on', async () => {
  const turns = createTurns(1)
  const failed = turns(() => Promise.reject(new Error('The database went away')))
  await expect(failed).rejects.toThrow('went away')
  expect(await turns(() => Promise.resolve('read'))).toBe('read')
})
