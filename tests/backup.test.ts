import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { getBackups } from '#features/administrators/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { openDatabase } from '#platform/db/open.ts'
import { registrationBody } from './support/builders.ts'
import { databaseAddress } from './support/database-address.ts'
import { firstEvent } from './support/first-event.ts'
import { startPostgres } from './support/postgres.ts'
import { registerOne } from './support/register-crowd.ts'
import { runTerminal } from './support/run-terminal.ts'
import { startGreenroom, type Greenroom } from './support/start-greenroom.ts'

const onEmbedded = inject('databaseTemplate').kind === 'embedded'
const perSecond = 50
/** At most eight seconds of registrations; more people make the backup slower. */
const mostPeople = 400
const waiting = { timeout: 120_000, interval: 200 }

async function openStage() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-backups-'))
  const backupFolder = join(folder, 'copies')
  const server = onEmbedded ? undefined : await startPostgres()
  const databaseUrl = server?.url ?? undefined
  const env = { RATE_LIMITS: 'off', BACKUP_URL: backupFolder }
  const dataDir = join(folder, 'data')
  const greenroom = await startGreenroom({ databaseUrl, dataDir, env })
  onTestFinished(async () => {
    await greenroom.close()
    if (server?.url) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, backupFolder, databaseUrl, dataDir, greenroom }
}

type Stage = Awaited<ReturnType<typeof openStage>>
type Settings = Parameters<typeof runTerminal>[2]

/** Runs `npm run backup` or `npm run restore` in a child process. */
async function run(command: 'backup' | 'restore', given: string[], settings: Settings) {
  const { code, stdout, stderr } = await runTerminal(command, given, settings)
  return { code, said: code === 0 ? stdout : stderr }
}

function settingsOf({ dataDir, databaseUrl, backupFolder }: Stage) {
  return {
    DATA_DIR: dataDir,
    BACKUP_URL: backupFolder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

async function signIn({ url, adminUsername: username, adminPassword: password }: Greenroom) {
  const response = await fetch(url + logInAdministrator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  return async () => {
    const answer = await fetch(url + getBackups.path, { headers: { cookie } })
    return (await answer.json()) as ReplyOf<typeof getBackups>
  }
}

/** Registers people at a constant rate, even if earlier calls fail. */
async function registerAtPace({ url }: Greenroom) {
  const eventId = await firstEvent({ url })
  const answered: string[] = []
  const sent: string[] = []
  const calls: Promise<void>[] = []
  async function register() {
    const body = registrationBody({ eventIds: [eventId] })
    sent.push(body.email)
    const answer = await registerOne(url, body).catch(() => undefined)
    if (answer?.status === 200) answered.push(body.email)
  }
  function next() {
    // On a busy machine, limit the number of pending calls.
    const isCrowded = sent.length - answered.length >= 2 * perSecond
    if (!isCrowded && sent.length < mostPeople) calls.push(register())
  }
  const timer = setInterval(next, 1000 / perSecond)
  return {
    answered,
    sent,
    async end() {
      clearInterval(timer)
      await Promise.all(calls)
    },
  }
}

/** Returns whether the backup's snapshot is taken: its file is being written or complete. */
function hasMomentPassed({ dataDir, backupFolder }: Stage) {
  const begun = globSync(join(dataDir, 'copying-*', 'greenroom-backup-*'))
  return begun.length > 0 || readdirSync(backupFolder).length > 1
}

/** Creates an unused database of the other kind, into which the backup is restored. */
async function makeTarget({ folder, databaseUrl }: Stage) {
  if (!databaseUrl)
    return { dataDir: join(folder, 'elsewhere'), settings: { DATA_DIR: join(folder, 'elsewhere') } }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create database elsewhere')
  await client.end()
  const url = databaseAddress(databaseUrl, 'elsewhere')
  const dataDir = join(folder, 'unused')
  return { databaseUrl: url, dataDir, settings: { DATABASE_URL: url, DATA_DIR: dataDir } }
}

test(
  'a copy made under fifty registrations a second opens elsewhere as of one moment between',
  { timeout: 600_000, tags: 'postgres' },
  async () => {
    const stage = await openStage()
    const { greenroom, backupFolder } = stage
    const ask = await signIn(greenroom)
    // The site makes its first backup automatically.
    await vi.waitUntil(async () => (await ask()).last, waiting)
    expect(readdirSync(backupFolder)).toHaveLength(1)

    const crowd = await registerAtPace(greenroom)
    await vi.waitUntil(() => crowd.answered.length > perSecond, waiting)
    const before = [...crowd.answered]
    const making = run('backup', [], settingsOf(stage))
    await vi.waitUntil(() => hasMomentPassed(stage), waiting)
    const sentBefore = crowd.sent.length
    const enough = Math.min(mostPeople, sentBefore + perSecond)
    await vi.waitUntil(() => crowd.sent.length >= enough, waiting)
    await crowd.end()
    const { sent } = crowd
    const made = await making
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Backed up \d[\d,]* people .* verified the backup/),
    })
    expect(crowd.answered.length).toBe(crowd.sent.length)
    expect(sent.length - before.length).toBeGreaterThan(perSecond)
    // Earlier backups are kept for two days.
    const names = readdirSync(backupFolder).toSorted()
    const name = expect.stringMatching(/^greenroom-backup-[\dTZ-]+\.ndjson\.gz$/)
    expect(names).toEqual([name, name])
    const told = await ask()
    expect(told).toMatchObject({ isConfigured: true, isOverdue: false, failure: null })

    const target = await makeTarget(stage)
    const restored = await run('restore', [join(backupFolder, names[1]!)], target.settings)
    expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/^Restored \d+ rows/) })
    const opened = await openDatabase(target)
    const { rows } = await opened.pool.query<{ email: string; whole: boolean }>(`select u.email,
    count(distinct r.id) = 1 and count(distinct c.id) = 1 and count(distinct d.id) > 0 as whole
    from users u left join event_registrations r on r.user_id = u.id
      left join consents c on c.user_id = u.id left join outbox_entries d on d.email = u.email
    group by u.email`)
    // Transcripts of the sample interviews, with their search index.
    const { rows: said } = await opened.pool.query(`select count(distinct t.event_id)::int as given,
      count(distinct p.event_id)::int as searched, count(distinct c.event_id)::int as parted
      from transcripts t left join transcript_passages p using (event_id)
      left join chapters c using (event_id)`)
    expect(said).toEqual([{ given: 2, searched: 2, parted: 2 }])
    await opened.close()
    const emails = rows.map(({ email }) => email)
    expect(rows.filter(({ whole }) => !whole)).toEqual([])
    expect(emails).toEqual(expect.arrayContaining(before))
    expect(sent).toEqual(expect.arrayContaining(emails))
    expect(told.last?.people).toBe(emails.length)

    expect(readdirSync(stage.dataDir).join(' ')).not.toMatch(/copying-|restoring-|fetched-/)
    await expectRefusals(stage)
  },
)

/** Restoring never overwrites existing data. */
async function expectRefusals(stage: Stage) {
  const settings = settingsOf(stage)
  const refused = await run('restore', ['newest'], settings)
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(onEmbedded ? 'is in use by process' : 'This database is not empty')
  expect(refused.said).not.toContain('    at ')
  await stage.greenroom.stop()
  if (!onEmbedded) return
  const restored = await run('restore', ['newest'], settings)
  expect(restored.said).toMatch(/The previous database is in .*database-before-/)
  expect(readdirSync(stage.dataDir)).toContainEqual(expect.stringContaining('database-before-'))
  await stage.greenroom.restart()
  expect((await fetch(`${stage.greenroom.url}/api/ready`)).status).toBe(200)
}
