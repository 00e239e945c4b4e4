import { expect, test } from 'vitest'
import { describeSiteToCrawlers } from './routes.ts'

test('crawlers are kept from the private areas, and may read that the library is not to be indexed', () => {
  const lines = describeSiteToCrawlers('https://lights.example').split('\n')
  expect(lines).toContain('Disallow: /admin')
  expect(lines).toContain('Disallow: /join/')
  expect(lines.filter((line) => line.includes('/members'))).toEqual([])
  expect(lines).toContain('Sitemap: https://lights.example/sitemap.xml')
})
