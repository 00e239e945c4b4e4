// @module-tag postgres-only
import { expect, test } from 'vitest'
import { anotherTestDatabase } from './support/database.ts'
import { placeThroughKill } from './support/series-through-kill.ts'

test(
  'an event registers everyone who asked for every event once, on two nodes of which one is killed',
  { timeout: 400_000 },
  async () => {
    const databaseUrl = (await anotherTestDatabase()).url!
    const people = 3000
    const run = await placeThroughKill({ databaseUrl, people })
    expect(run).toMatchObject({ registered: people, people, mails: people, recorded: people })
  },
)
