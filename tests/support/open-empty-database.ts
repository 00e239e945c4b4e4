import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { EmbeddedOptions } from '#platform/db/embedded/embedded.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'

let emptyFile: Promise<string> | undefined

/**
 * Opens an embedded in-memory database without tables until the test ends. Starts from a snapshot, because
 * initdb takes two seconds of CPU.
 */
export async function openEmptyDatabase(
  options: Partial<EmbeddedOptions> = {},
): Promise<OpenDatabase> {
  const storage = { snapshotFile: await (emptyFile ??= findSnapshot()) }
  const opened = await openDatabase({ dataDir: '', embedded: { storage, ...options } })
  onTestFinished(() => opened.close())
  return opened
}

/** Returns the run's snapshot, or makes one if the run uses PostgreSQL. */
async function findSnapshot() {
  const template = inject('databaseTemplate')
  if (template.kind === 'embedded') return template.emptyFile
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-empty-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const opened = await openDatabase({ dataDir: '', embedded: { storage: {} } })
  const file = join(folder, 'empty.tar')
  writeFileSync(file, await opened.embedded!.takeSnapshot())
  await opened.close()
  return file
}
