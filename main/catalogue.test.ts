import { expect, test } from 'vitest'
import type { Access } from '#kernel/endpoint.ts'
import { catalogue } from './catalogue.ts'

test('the calls of the administrators and members are the ones that the specification guards', () => {
  const withAccess = (...names: Access[]) =>
    catalogue.filter(({ access }) => names.includes(access)).map(({ path }) => path)
  expect(withAccess('owner', 'editor', 'viewer')).toEqual(
    expect.arrayContaining([
      '/api/registrations',
      '/api/video-access',
      '/api/event-registrations',
      '/api/admin/access-stats',
      '/api/admin/registrant-access-stats',
      '/api/admin/bulk-import-attendees',
      '/api/admin/bulk-import-video-access',
    ]),
  )
  expect(withAccess('member')).toContain('/api/members/videos')
  expect(withAccess('session')).toContain('/api/track-access')
  const open = catalogue.filter(({ access }) => access === 'public').map(({ path }) => path)
  expect(open.filter((path) => path.startsWith('/api/admin/')).toSorted()).toEqual([
    '/api/admin/login',
    '/api/admin/logout',
    '/api/admin/password-by-link',
    '/api/admin/password-link',
    '/api/admin/password-reset',
  ])
})
