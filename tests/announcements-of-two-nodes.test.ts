// @module-tag postgres-only
import { expect, onTestFinished, test } from 'vitest'
import { announceThroughKills } from './support/announce-through-kills.ts'
import { anotherTestDatabase } from './support/database.ts'
import { startMailServer } from './support/mail-server.ts'
import { startGreenroom } from './support/start-greenroom.ts'

const people = 300

test(
  'an announcement of two nodes reaches everybody once through two kills, and its numbers add up at every read',
  { timeout: 180_000 },
  async () => {
    const server = await startMailServer()
    const databaseUrl = (await anotherTestDatabase()).url!
    const env = {
      SMTP_URL: server.url,
      MAIL_FROM: 'hello@lights.example',
      MAIL_PER_SECOND: '200',
      RATE_LIMITS: 'off',
      SAMPLE_DATA: '1',
    }
    const first = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => first.close())
    const second = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => second.close())
    const { counts, wrongPolls, polls, openAtKills } = await announceThroughKills({
      nodes: [first, second],
      databaseUrl,
      people,
      kills: 2,
      taken: () => server.mails.length,
      connections: () => server.connections,
      isHurried: true,
    })
    expect(wrongPolls).toEqual([])
    expect(polls).toBeGreaterThan(20)
    const recipients = server.mails.map(({ to }) => to).filter((to) => to.startsWith('person'))
    expect(new Set(recipients).size).toBe(recipients.length)
    expect(counts).toMatchObject({ total: people, failed: 0, skipped: 0 })
    expect(counts.inDoubt).toBeLessThanOrEqual(openAtKills)
    expect(recipients.length).toBeGreaterThanOrEqual(counts.sent!)
    expect(counts.sent! + counts.inDoubt!).toBe(people)
  },
)
