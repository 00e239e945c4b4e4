import { expect, test } from 'vitest'
import { runParts, type Parts } from './run-parts.ts'

test('what waits runs beside the server, is shown after it, and comes to its own result', async () => {
  const began = Promise.withResolvers<void>()
  const result = (name: string) => [{ name, passed: 1, failures: [], skipped: [], seconds: 0 }]
  const parts: Parts = {
    check: async ({ show }) => (show('checking\n'), result('check')),
    // Ends only if the other part has started meanwhile.
    server: async ({ show, book }) => {
      show('serving\n')
      await began.promise
      book(90)
      show('served\n')
      return result('server')
    },
    postgres: async ({ show }) => {
      show('postgres begins\n')
      began.resolve()
      throw new Error('no room')
    },
    browser: async () => result('browser'),
    cluster: async ({ show }) => (show('killing\n'), result('cluster')),
  }
  let shown = ''
  const show = (text: string) => void (shown += text)
  const { results, minutes } = await runParts(parts, Object.keys(parts), show)
  const order = ['checking', 'serving', 'served', 'postgres begins', 'no room', 'killing']
  const places = order.map((words) => shown.indexOf(words))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(results.map(({ name, failures }) => [name, ...failures])).toEqual([
    ['check'],
    ['server'],
    ['postgres', 'no room'],
    ['cluster'],
    ['browser'],
  ])
  expect(minutes[1]).toMatch(/^server \d+\.\d min \(1\.5 of processor time\)$/)
})

test('what waits runs alone when it alone is asked for', async () => {
  let shown = ''
  const parts: Parts = {
    postgres: async ({ show }) => {
      show('a line as it comes')
      expect(shown).toContain('a line as it comes')
      return []
    },
  }
  await runParts(parts, ['postgres'], (text) => void (shown += text))
  expect(shown).toContain('── postgres ──')
})
