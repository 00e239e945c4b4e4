// @module-tag postgres-only
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeWeeklySummary } from '#features/administrators/contract.ts'
import { administrators } from '#schema/sign-in.ts'
import { twoNodes } from './support/two-nodes.ts'

test('two nodes send each administrator one summary a week, through an outage of the mail server', async () => {
  const { nodes, clock, server, sweep, runJobs } = await twoNodes('2026-12-09T10:00:00Z')
  const [first, second] = nodes
  const names = Array.from({ length: 8 }, (_, number) => `organiser${number}`)
  for (const username of names) {
    await first.asAdmin({ username })
    await first.db.update(administrators).set({ email: sql`username || '@example.com'` })
    const admin = await second.asAdmin({ username })
    const answer = await admin.call(changeWeeklySummary, { body: { isOn: true } })
    expect(answer.status).toBe(200)
  }
  async function sendAt(instant: string) {
    clock.set(instant)
    await Promise.all([sweep(), sweep()])
    await runJobs()
    return server.mails.splice(0)
  }
  const recipients = names.map((name) => `${name}@example.com`)
  await server.close()
  expect(await sendAt('2026-12-14T06:00:10Z')).toEqual([])
  await server.open()
  const mails = await sendAt('2026-12-14T07:00:00Z')
  expect(mails.map(({ to }) => to).toSorted()).toEqual(recipients)
  expect(mails[0]!.raw).toContain('Recordings opened')
  expect(await sendAt('2026-12-15T07:00:00Z')).toEqual([])
  const next = await sendAt('2026-12-21T06:00:10Z')
  expect(next.map(({ to }) => to).toSorted()).toEqual(recipients)
})
