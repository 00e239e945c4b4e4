// @module-tag postgres-only
import { expect, test } from 'vitest'
import { changeThroughKills } from './support/change-through-kills.ts'
import { anotherTestDatabase } from './support/database.ts'

const kills = 6

test(
  'nodes killed during publishing, moving and registering lose nothing that webhooks, feeds and MailerLite react to',
  { timeout: 180_000 },
  async () => {
    const databaseUrl = (await anotherTestDatabase()).url!
    const { answered, ...run } = await changeThroughKills({ databaseUrl, kills })
    expect(run).toMatchObject({ unrecorded: 0, undelivered: 0, unheard: 0, twice: 0, misadded: 0 })
    expect(answered).toBeGreaterThan(0)
  },
)

test('a webhook delivery that was never queued is counted', { timeout: 120_000 }, async () => {
  const databaseUrl = (await anotherTestDatabase()).url!
  const run = await changeThroughKills({ databaseUrl, kills: 1, isFirstLost: true })
  expect(run).toMatchObject({ unrecorded: 0, undelivered: 1, unheard: 0, twice: 0, misadded: 0 })
})
