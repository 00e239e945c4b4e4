import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import { hasCluster } from '#platform/db/embedded/cluster-folder.ts'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { tryStatementNames } from '#platform/db/statement-names.ts'
import { OperatorError, UnusableDatabase } from '#platform/errors/operator-error.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { type Config, loadConfig, processEnvironment } from '#platform/settings/config.ts'

/** Runs a command and prints its result; on an error, prints the message and sets exit code 1. */
export async function runCommand(task: (args: string[]) => Promise<string>) {
  try {
    const answer = await task(process.argv.slice(2))
    process.stdout.write(`${answer}\n`)
  } catch (error) {
    const isExpected = error instanceof OperatorError || error instanceof Refusal
    const { message, stack } = error as Error
    process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`)
    process.exitCode = 1
  }
}

/**
 * Returns the configuration from the environment. Throws UnusableDatabase if there is no database.
 * `readSettings` returns the settings that are stored in the database.
 */
export function findDatabase(): Config {
  const config = loadConfig(processEnvironment())
  if (!config.databaseUrl && !hasCluster(config.dataDir)) {
    throw new UnusableDatabase(`There is no database in ${config.dataDir} (DATA_DIR).`)
  }
  return config
}

/**
 * Opens the configured database, runs a task with it and closes it. Throws DataFolderInUse if the database is the
 * embedded one and the site is running, because only one process can open that database.
 */
export async function withDatabase<Result>(
  config: { databaseUrl?: string; dataDir: string; namedStatements?: boolean },
  task: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const lock = config.databaseUrl ? undefined : await lockDataFolder(config.dataDir)
  try {
    const opened = await openDatabase(config)
    try {
      if (opened.kind === 'postgres') await tryStatementNames(opened)
      return await withLongTimeouts(() => task(opened))
    } finally {
      await opened.close()
    }
  } finally {
    await lock?.release()
  }
}
