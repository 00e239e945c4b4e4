import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { databaseAddress } from '#tests/support/database-address.ts'
import { querySql } from '#tests/support/query-sql.ts'
import {
  startGreenroom,
  type Greenroom,
  type GreenroomOptions,
} from '#tests/support/start-greenroom.ts'
import { keepPlainPictures } from './keep-plain-pictures.ts'

const templateName = 'greenroom_journeys'
let count = 0

/**
 * Playwright's global setup: builds the pages and starts once on an empty database, whose data each server
 * copies, so that no other first start is needed.
 */
export default async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-journeys-'))
  const serverUrl = process.env.JOURNEY_SERVER_URL
  if (serverUrl !== undefined) await querySql(serverUrl, `create database ${templateName}`)
  async function cleanUp() {
    rmSync(folder, { recursive: true, force: true })
    if (serverUrl !== undefined) await querySql(serverUrl, `drop database ${templateName}`)
  }
  const first = await startGreenroom({
    dataDir: folder,
    cleanUp,
    ...(serverUrl === undefined ? {} : { databaseUrl: databaseAddress(serverUrl, templateName) }),
  })
  await dismissSetUp(first)
  await first.stop()
  await keepPlainPictures(folder)
  process.env.JOURNEY_TEMPLATE = folder
  return cleanUp
}

/** Dismisses the set-up, so that other journeys are not redirected to it. */
async function dismissSetUp({ url, adminUsername: username, adminPassword: password }: Greenroom) {
  const calls = await request.newContext({ baseURL: url })
  await calls.post('/api/admin/login', { data: { username, password } })
  const noted = await calls.put('/api/admin/setup', { data: { mark: 'dismissed', isSet: true } })
  if (!noted.ok()) throw new Error(`The set-up was not dismissed: ${await noted.text()}`)
  await calls.dispose()
}

/**
 * Starts a server on a copy of the prepared data, on the database of this run; `removeMore` runs at its end.
 */
export async function startPrepared(
  env: GreenroomOptions['env'] = {},
  removeMore = () => {},
): Promise<Greenroom> {
  const serverUrl = process.env.JOURNEY_SERVER_URL
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-journey-'))
  function removeFolder() {
    rmSync(dataDir, { recursive: true, force: true })
    removeMore()
  }
  cpSync(process.env.JOURNEY_TEMPLATE!, dataDir, { recursive: true })
  const options = { dataDir, env }
  if (serverUrl === undefined) return startGreenroom({ ...options, cleanUp: removeFolder })
  const name = `${templateName}_${process.pid}_${(count += 1)}`
  await querySql(serverUrl, `create database ${name} template ${templateName}`)
  async function cleanUp() {
    removeFolder()
    await querySql(serverUrl!, `drop database ${name} with (force)`)
  }
  return startGreenroom({ ...options, databaseUrl: databaseAddress(serverUrl, name), cleanUp })
}
