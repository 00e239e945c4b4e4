import { takingLonger } from './connection-limits.ts'
import { lockDataFolder } from './embedded/lock.ts'
import { openDatabase, type OpenDatabase } from './open.ts'

/**
 * Opens the configured database for one task and closes it again. The embedded one is locked for
 * that time: throws DataFolderInUse while Greenroom runs on it.
 */
export async function withDatabase<Result>(
  config: { databaseUrl?: string; dataDir: string; namedStatements?: boolean },
  task: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const lock = config.databaseUrl ? undefined : await lockDataFolder(config.dataDir)
  try {
    const opened = await openDatabase(config)
    try {
      return await takingLonger(() => task(opened))
    } finally {
      await opened.close()
    }
  } finally {
    await lock?.release()
  }
}
