import type { SQL } from 'drizzle-orm'
import type { PersonPlan } from '#features/people/contract.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'

export type PlanContext = Deed & { jobs: JobSender; isDryRun: boolean }

export type Steps = {
  /**
   * Runs an SQL statement that changes or deletes rows. Records their number with the description `what`, for the
   * preview of the consequences.
   */
  count(what: string, statement: SQL): Promise<number>
}

class DryRun extends Error {}

/**
 * Runs `work` in one transaction and returns the steps that it recorded, each with a description and a number of rows.
 * A dry run rolls the transaction back at the end, so that its preview equals the result of the real run.
 */
export async function startDryRun(
  db: Db,
  key: string,
  { isDryRun }: Pick<PlanContext, 'isDryRun'>,
  work: (tx: Transaction, steps: Steps) => Promise<void>,
): Promise<PersonPlan> {
  const steps: PersonPlan['steps'] = []
  try {
    await db.transaction(async (tx) => {
      await work(tx, {
        async count(what, statement) {
          const { rowCount } = await tx.execute(statement)
          const rows = rowCount ?? 0
          if (rows > 0) steps.push({ what, rows })
          return rows
        },
      })
      if (isDryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return { key, isDryRun, steps }
}
