// @module-tag postgres-only
import { expect, test } from 'vitest'
import { callThroughKills } from './support/call-through-kills.ts'
import { anotherTestDatabase } from './support/database.ts'

const kills = 10

test(
  'a site killed ten times between a registration and the call of its webhook loses none, and each has one id',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = (await anotherTestDatabase()).url!
    const { registrations, lost, ids, calls, refused } = await callThroughKills({
      databaseUrl,
      kills,
    })
    expect({ registrations, lost, ids, refused }).toEqual({
      registrations: kills,
      lost: 0,
      ids: kills,
      refused: 0,
    })
    expect(calls).toBeGreaterThanOrEqual(kills)
  },
)
