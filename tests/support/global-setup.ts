import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { databaseAddress } from './database-address.ts'

/**
 * Migrated once a run, copied for each test file: a snapshot, or a database to copy from. `emptyFile` is a
 * snapshot of before.
 */
export type DatabaseTemplate =
  | { kind: 'embedded'; snapshotFile: string; emptyFile: string }
  | { kind: 'postgres'; serverUrl: string; template: string }

declare module 'vitest' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** Vitest's global setup: what it returns takes everything down again. */
export async function setup(project: TestProject) {
  const serverUrl = process.env.TEST_DATABASE_URL
  const { template, remove } = serverUrl ? await prepareServer(serverUrl) : await prepareSnapshot()
  project.provide('databaseTemplate', template)
  return remove
}

async function prepareSnapshot() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-tests-'))
  const snapshotFile = join(folder, 'migrated.tar')
  const emptyFile = join(folder, 'empty.tar')
  const opened = await openDatabase({ dataDir: '', embedded: { storage: {} } })
  writeFileSync(emptyFile, await opened.embedded!.takeSnapshot())
  await prepare(opened)
  writeFileSync(snapshotFile, await opened.embedded!.takeSnapshot())
  await opened.close()
  const template: DatabaseTemplate = { kind: 'embedded', snapshotFile, emptyFile }
  return { template, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function prepareServer(serverUrl: string) {
  const template = `greenroom_template_${process.pid}`
  await onServer(serverUrl, `create database ${template}`)
  const opened = await openDatabase({
    databaseUrl: databaseAddress(serverUrl, template),
    dataDir: '',
  })
  await prepare(opened)
  await opened.close()
  const remove = () => onServer(serverUrl, `drop database ${template} with (force)`)
  return { template: { kind: 'postgres', serverUrl, template } as DatabaseTemplate, remove }
}

/** All tables, the queue's too. */
async function prepare(opened: OpenDatabase) {
  await migrateDatabase(opened)
  const jobs = createJobs(opened)
  await jobs.start()
  await jobs.stop()
}

async function onServer(serverUrl: string, statement: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
