// @module-tag postgres-only
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { startedPostgres } from './support/postgres.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'

test(
  'while PostgreSQL is stopped cached pages go on, all else is asked to come back, and within ten seconds of its return all is well and nothing is old',
  { timeout: 180_000 },
  async () => {
    const server = await startedPostgres()
    const greenroom = await startGreenroom({
      databaseUrl: server.url,
      env: { RATE_LIMITS: 'off' },
      cleanUp: server.stop,
    })
    onTestFinished(() => greenroom.close())
    const { url, pid } = greenroom
    const get = (path: string) => fetch(url + path)
    const list = async () => (await get('/api/events/upcoming')).json() as Promise<{ id: number }[]>
    const [event] = await list()
    const register = () => registerOne(url, registrationBody({ eventIds: [event!.id] }))
    expect((await register()).status).toBe(200)
    for (const kept of ['/', '/api/events/upcoming', '/api/events']) await get(kept)

    const printedBefore = greenroom.output().length
    await server.kill()
    expect((await register()).status).toBe(503)
    for (let round = 0; round < 16; round++) {
      for (const kept of ['/', '/api/events/upcoming', '/api/events']) {
        expect([kept, (await get(kept)).status]).toEqual([kept, 200])
      }
      expect((await register()).status).toBe(503)
      await wait(500)
    }
    expect((await get('/api/health')).status).toBe(200)
    expect((await get('/api/ready')).status).toBe(503)
    const unkept = await get('/next176')
    expect([unkept.status, unkept.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await unkept.text()).toContain('Temporarily unavailable')
    const lines = greenroom.output().slice(printedBefore).split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^The database does not answer; /),
    ])

    await server.restart()
    await querySql(server.url, "update events set title = 'Renamed while away' where id = $1", [
      event!.id,
    ])
    await vi.waitFor(
      async () => {
        expect((await register()).status).toBe(200)
        expect((await get('/api/ready')).status).toBe(200)
        expect(JSON.stringify(await list())).toContain('Renamed while away')
        expect(await (await get('/')).text()).toContain('Renamed while away')
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(greenroom.pid).toBe(pid)
    await greenroom.stop()
  },
)
