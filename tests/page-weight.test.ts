import { expect, test } from 'vitest'
import { weighFirstView } from '#tests/support/weigh-first-view.ts'

const kB = 1000

test('the first view of the front page keeps its budget for scripts and typefaces', async () => {
  const weight = await weighFirstView()
  // What most browsers get, and what a proxy that knows only gzip leaves of it.
  expect(weight.scripts.brotli).toBeLessThanOrEqual(130 * kB)
  expect(weight.scripts.gzip).toBeLessThanOrEqual(140 * kB)
  // Of 350 kB in all, the rest is for the document, its styles and the pictures: a journey weighs those.
  const { scripts, fonts } = weight
  expect(scripts.brotli + fonts).toBeLessThanOrEqual(210 * kB)
}, 180_000)

test('the schemas and the forms are no part of the first view', async () => {
  const { parts } = await weighFirstView()
  const heavy = parts.filter(({ text }) => /ZodError|shouldFocusError/.test(text))
  expect(heavy.map(({ name }) => name)).toEqual([])
}, 180_000)
