import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'

/** Opens a copy of a release's database folder in `tests/upgrade/` until the test ends. */
export async function openLeftFolder(left: string): Promise<OpenDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-upgrade-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const input = zstdDecompressSync(readFileSync(join(left, 'database.tar.zst')))
  execFileSync('tar', ['x', '-C', dataDir], { input })
  const opened = await openDatabase({ dataDir })
  onTestFinished(() => opened.close())
  return opened
}
