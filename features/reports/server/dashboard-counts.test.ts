import { expect, test } from 'vitest'
import { trackAccess } from '#features/library/contract.ts'
import { getAccessStats, listRegistrantAccessStats } from '#features/reports/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { memberPageAccess } from '#schema/library.ts'
import { buildPerson, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Use = typeof memberPageAccess.$inferInsert

function buildUse(db: Db, email: string, accessType: Use['accessType'], day: number) {
  return db
    .insert(memberPageAccess)
    .values({ email, accessType, accessedAt: new Date(Date.UTC(2026, 10, day)) })
}

test('the figures count visits, watches and different emails', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  expect((await admin.call(getAccessStats)).body).toEqual({
    totalVisits: 0,
    uniqueUsers: 0,
    videoWatches: 0,
  })
  for (const [email, type] of [
    ['a@example.com', 'login'],
    ['a@example.com', 'page_visit'],
    ['a@example.com', 'page_visit'],
    ['a@example.com', 'video_watch'],
    ['b@example.com', 'page_visit'],
    ['c@example.com', 'login'],
  ] as const) {
    await buildUse(db, email, type, 1)
  }
  expect((await admin.call(getAccessStats)).body).toEqual({
    totalVisits: 3,
    uniqueUsers: 3,
    videoWatches: 1,
  })
})

test('the breakdown has one row for every known email, newest people first, then viewers', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const person = await buildPerson(db, { email: 'person@example.com', company: 'Karoo Coffee' })
  await buildViewer(db, { email: person.email, firstName: 'Another name' })
  await buildViewer(db, { email: 'viewer@example.com', firstName: 'Old', company: 'Old Co' })
  await buildViewer(db, { email: 'viewer@example.com', firstName: 'New', eventId: null }).catch(
    () => undefined,
  )
  await buildPerson(db, { email: 'quiet@example.com' })
  await buildPerson(db, { email: 'absent@example.com' })
  await buildUse(db, person.email, 'page_visit', 3)
  await buildUse(db, person.email, 'video_watch', 4)
  await buildUse(db, person.email, 'login', 5)
  await buildUse(db, 'viewer@example.com', 'video_watch', 9)
  await buildUse(db, 'forgotten@example.com', 'page_visit', 10)
  const { body } = await admin.call(listRegistrantAccessStats)
  expect(body).toEqual([
    expect.objectContaining({
      email: 'absent@example.com',
      hasAccessed: false,
      lastAccess: null,
      videoWatches: 0,
      totalVisits: 0,
    }),
    expect.objectContaining({ email: 'quiet@example.com', hasAccessed: false }),
    {
      email: person.email,
      firstName: 'Thandi',
      personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      lastName: 'Nkosi',
      company: 'Karoo Coffee',
      hasAccessed: true,
      lastAccess: '2026-11-05T00:00:00.000Z',
      videoWatches: 1,
      totalVisits: 1,
    },
    {
      email: 'viewer@example.com',
      firstName: 'Old',
      personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      lastName: '',
      company: 'Old Co',
      hasAccessed: true,
      lastAccess: '2026-11-09T00:00:00.000Z',
      videoWatches: 1,
      totalVisits: 0,
    },
  ])
})

test('member activity appears in statistics, and closing the page is no second visit', async () => {
  const { db, asAdmin, asMember } = await testApp()
  const person = await buildPerson(db)
  const member = await asMember(person.email)
  for (const body of [
    { accessType: 'login' as const },
    { accessType: 'page_visit' as const },
    { accessType: 'video_watch' as const, videoTitle: 'The last mile' },
    { accessType: 'page_visit' as const, sessionDuration: 95 },
  ]) {
    expect((await member.call(trackAccess, { body })).status).toBe(200)
  }
  const admin = await asAdmin()
  expect((await admin.call(getAccessStats)).body).toEqual({
    totalVisits: 1,
    uniqueUsers: 1,
    videoWatches: 1,
  })
  const [row] = (await admin.call(listRegistrantAccessStats)).body
  expect(row).toMatchObject({ hasAccessed: true, totalVisits: 1, videoWatches: 1 })
})
