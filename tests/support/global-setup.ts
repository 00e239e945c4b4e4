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
 * Migrated once per run and copied for each worker: a snapshot file, or a template database. `emptyFile` is a
 * snapshot before migrations.
 */
export type DatabaseTemplate =
  | { kind: 'embedded'; snapshotFile: string; emptyFile: string }
  | { kind: 'postgres'; serverUrl: string; template: string }

declare module 'vitest' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate
  }
}

/** Vitest's global setup; returns the teardown. */
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

/** Creates all tables, including the queue's. */
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
