import type { MetaArgs } from 'react-router'
import { expect, test } from 'vitest'
import { adminEntries } from './admin-entries.ts'
import { describeSection } from './describe-section.ts'

function titleOf(pathname: string) {
  const [title] = describeSection({ location: { pathname }, matches: [] } as unknown as MetaArgs)
  return (title as { title: string }).title
}

test('every section of the admin area has a title of its own', () => {
  const paths = adminEntries.flatMap(({ sections = [] }) => sections.map(({ path }) => path))
  const titles = [...paths, '/admin/settings/api-keys'].map(titleOf)
  expect(titleOf('/admin/email/sent')).toBe('Sent – Email | Admin Dashboard')
  expect(new Set(titles).size).toBe(titles.length)
})

test('the document that the server shares between sections has the title of the entry', () => {
  expect(titleOf('/admin/email/-')).toBe('Email | Admin Dashboard')
})
