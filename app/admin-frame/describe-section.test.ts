import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'
import { adminEntries } from './admin-entries.ts'

test('every entry and every section of the admin area has a title of its own', async () => {
  const { send } = await testApp({ pages: builtPages })
  const paths = adminEntries.flatMap(({ path, sections = [] }) => [
    path,
    ...sections.map((section) => section.path),
  ])
  const titles = new Map<string, string>()
  for (const path of new Set([...paths, '/admin/settings/api-keys'])) {
    const { body } = await send({ url: path })
    titles.set(path, /<title>(.*?)<\/title>/.exec(body)?.[1] ?? '')
  }
  expect(titles.get('/admin/email/sent')).toBe('Sent – Email | House Lights Admin Dashboard')
  expect(new Set(titles.values()).size).toBe(titles.size)
})
