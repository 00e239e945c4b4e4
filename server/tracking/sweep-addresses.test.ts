import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import { jobWork } from '#server/job-work.ts'
import { testApp } from '#tests/support/test-app.ts'

const used = { email: 'thandi@example.com', accessType: 'page_visit' as const }
const traces = { ipAddress: '192.0.2.7', userAgent: 'Journey/1.0' }
const dayMs = 24 * 60 * 60_000

async function appWithUse(days: number[]) {
  const app = await testApp({ config: { keepAddressesDays: 30 } })
  const ago = (count: number) => new Date(app.clock.now().getTime() - count * dayMs)
  const rows = days.map((count) => ({ ...used, ...traces, accessedAt: ago(count) }))
  await app.db.insert(memberPageAccess).values(rows)
  const sweep = () => jobWork(app.app.deps).sweep({}, { isLast: false } as never)
  const left = async () =>
    (await app.db.select().from(memberPageAccess).orderBy(asc(memberPageAccess.id))).map(
      ({ ipAddress, userAgent }) => [ipAddress, userAgent],
    )
  return { ...app, sweep, left }
}

test('a sweep blanks addresses and browsers after the days they are kept, and nothing else', async () => {
  const { db, sweep, left } = await appWithUse([31, 29, 400])
  await sweep()
  const kept = [traces.ipAddress, traces.userAgent]
  expect(await left()).toEqual([[null, null], kept, [null, null]])
  expect(await db.select().from(memberPageAccess)).toHaveLength(3)
  expect((await db.select().from(memberPageAccess))[0]).toMatchObject(used)
})

test('a sweep blanks no more than a thousand rows, and the next one goes on', async () => {
  const { sweep, left } = await appWithUse(Array.from({ length: 1005 }, (_, day) => day + 40))
  const withAddress = async () => (await left()).filter(([address]) => address !== null).length
  await sweep()
  expect(await withAddress()).toBe(5)
  await sweep()
  expect(await withAddress()).toBe(0)
})
