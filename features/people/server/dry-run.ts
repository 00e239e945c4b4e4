import type { SQL } from 'drizzle-orm'
import type { PersonPlan } from '#features/people/contract.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'

export type PlanContext = Deed & { jobs: JobSender; isDryRun: boolean }

export type Steps = {
  /** Runs a statement and records the number of its rows under this text. */
  count(what: string, statement: SQL): Promise<number>
}

class DryRun extends Error {}

/**
 * Runs work in one transaction and returns what it did, step by step. A dry run rolls the
 * transaction back at the end, so that the preview equals the result.
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
