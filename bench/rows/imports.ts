import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerSteadily } from '#bench/load/register-steadily.ts'
import { cpuMicroseconds } from '#bench/measure/process-cost.ts'
import { firstUpcomingEvent } from '#bench/stage/register-through.ts'
import { openBare, type Opening } from '#bench/yardsticks/open-bare.ts'
import { importAttendees, undoImportBatch } from '#features/imports/contract.ts'
import { rowsInPart } from '#features/imports/rules.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import type { Entry } from './entry.ts'

const firstNames = ['Thandi', 'Sipho', 'Zoë', 'Amara', 'Łukasz', 'Nomsa', 'Pieter']
const lastNames = ['Nkosi', 'Dlamini', 'Botha', 'Mokoena', 'Naidoo', 'Okafor']

/** Every second row registers for the event, the others get the library only. */
function attendee(number: number, eventId: number) {
  return {
    line: number + 2,
    firstName: firstNames[number % 7]!,
    lastName: lastNames[number % 6]!,
    email: `listed.${number}@example.com`,
    eventIdentifier: number % 2 ? String(eventId) : '',
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
  }
}

/**
 * Imports a long list part by part like the page, while five people a second register: measures its duration
 * compared with `COPY` of the same rows, the others' waiting time, and undoing it.
 */
export const measureImports: Entry = {
  grows: false,
  async measure({ stage: { kind, greenroom, yardstick }, effort }) {
    const rows = effort.importedRows[kind]
    const send = await signIn(greenroom)
    const eventId = await firstUpcomingEvent(greenroom.url)
    const copied = await timeCopy(yardstick, rows)
    const imported = await besideRegistrations(greenroom, eventId, async () => {
      for (let from = 0; from < rows; from += rowsInPart) {
        const attendees = Array.from({ length: Math.min(rowsInPart, rows - from) }, (_, row) =>
          attendee(from + row, eventId),
        )
        await send(importAttendees.path, { attendees, batchId: 'bench', firstRow: from + 1 })
      }
    })
    const undone = await besideRegistrations(greenroom, eventId, () =>
      send(undoImportBatch.path.replace(':id', 'bench'), {}),
    )
    const times = (imported.seconds / copied).toFixed(1)
    console.log(
      `import of ${rows.toLocaleString('en')} rows: ${describeRun(imported)}; COPY ${copied.toFixed(1)} s, ` +
        `${times} times that\nundoing it: ${describeRun(undone)}`,
    )
    return []
  },
}

type Run = { seconds: number; cpu: number | undefined; p99: number; most: number }

function describeRun({ seconds, cpu, p99, most }: Run) {
  const processor = cpu === undefined ? '' : ` (${(cpu / 1e6).toFixed(1)} s of our processor time)`
  return `${seconds.toFixed(1)} s${processor}, registrations meanwhile p99 ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms`
}

let visitors = 50_000_000

async function besideRegistrations(
  { url, pid }: Greenroom,
  eventId: number,
  work: () => Promise<unknown>,
): Promise<Run> {
  const stop = registerSteadily(url, eventId, (visitors += 100_000))
  const before = await cpuMicroseconds(pid)
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const after = await cpuMicroseconds(pid)
  const { failed, p99, most } = await stop()
  if (failed > 0) throw new Error(`${failed} registrations failed meanwhile`)
  return { seconds, cpu: before && after && after - before, p99, most }
}

async function signIn({ url, adminUsername: username, adminPassword: password }: Greenroom) {
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await post(logInAdministrator.path, { username, password })
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return async (path: string, body: object) => {
    const answer = await post(path, body, cookie)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
}

/** Returns the seconds of `COPY` for the same rows, with indexes and triggers. */
async function timeCopy(opening: Opening, rows: number): Promise<number> {
  const database = await openBare(opening)
  const lent = opening.databaseUrl ? mkdtempSync(join(tmpdir(), 'greenroom-copy-')) : undefined
  try {
    const { rows: events } = await database.pool.query('select id from events order by id limit 1')
    const eventId: number = events[0].id
    if (lent) chmodSync(lent, 0o755)
    // The embedded database sees only its own folder, under this name.
    const written = lent ?? join(opening.dataDir, 'database', 'files')
    const read = lent ?? '/pglite/data'
    let spent = 0
    for (const [table, lines] of Object.entries(asText(rows, eventId))) {
      writeFileSync(join(written, `${table}.tsv`), lines.rows.join('\n'), { mode: 0o644 })
      const begun = performance.now()
      await database.pool.query(`copy ${table} (${lines.columns}) from '${read}/${table}.tsv'`)
      spent += performance.now() - begun
      rmSync(join(written, `${table}.tsv`))
    }
    return spent / 1000
  } finally {
    await database.close()
    if (lent) rmSync(lent, { recursive: true, force: true })
  }
}

function asText(count: number, eventId: number) {
  const people = Array.from({ length: count }, (_, number) => attendee(number, eventId))
  const line = (...cells: (string | number)[]) => cells.join('\t')
  // Far above ids that the tables generate.
  const id = (index: number) => 1_000_000_000 + index
  return {
    users: {
      columns: 'id, first_name, last_name, email, company, job_title',
      rows: people.map((one, index) =>
        line(id(index), one.firstName, one.lastName, one.email, one.company, one.jobTitle),
      ),
    },
    event_registrations: {
      columns: 'user_id, event_id, registration_source',
      rows: people.flatMap((one, index) =>
        one.eventIdentifier ? line(id(index), eventId, 'import') : [],
      ),
    },
    video_access: {
      columns: 'user_id, video_title, first_name, last_name, email, company, job_title',
      rows: people.flatMap((one, index) => {
        const { firstName, lastName, email, company, jobTitle } = one
        if (one.eventIdentifier) return []
        return line(id(index), 'Interviews', firstName, lastName, email, company, jobTitle)
      }),
    },
  }
}
