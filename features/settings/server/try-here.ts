import { sql } from 'drizzle-orm'
import type { TriedStep, TryOutcome, TryStep } from '#features/settings/contract.ts'
import {
  addressMissing,
  checkHttps,
  checkOrigin,
  checkProxy,
  checkReach,
  explainCheck,
  type SettingCheck,
} from '#kernel/setting-checks.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { Db } from '#platform/db/open.ts'
import type { Way } from '#platform/http/call.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { stepResult } from './tried-step.ts'

/** Tests the public URL: compares it with the origin at which the administrator's own request arrived. */
export function tryAddress(
  publicUrl: string | undefined,
  { way, trustsProxy }: { way: Way; trustsProxy: boolean },
): TriedStep[] {
  if (!publicUrl) {
    const message = `${explainCheck(addressMissing)} Your address now is ${way.origin}.`
    return [stepResult('entered', 'not_entered', { message })]
  }
  return [
    judge('address', checkOrigin(publicUrl, way.origin), 'elsewhere'),
    judgeHttps(publicUrl),
    judge('proxy', checkProxy({ isForwarded: way.forwarded, trustsProxy }), 'unbelieved'),
  ]
}

export function judgeHttps(publicUrl: string): TriedStep {
  const reach = checkReach(publicUrl)
  return reach.isGood
    ? judge('https', checkHttps(publicUrl), 'open')
    : judge('https', reach, 'this_machine')
}

function judge(step: TryStep, check: SettingCheck, outcome: TryOutcome): TriedStep {
  return stepResult(step, check.isGood ? 'good' : outcome, { message: explainCheck(check) })
}

/**
 * Tests the retention settings: counts the visits whose IP address would be deleted now, the visits that would be
 * combined into totals, and the audit log entries that would be deleted.
 */
export async function tryRetention(
  db: Db,
  { keepAddressesDays: days, keepUsageMonths: usageMonths, keepAuditMonths: months }: LiveSettings,
): Promise<TriedStep[]> {
  const { rows } = await db.execute<{ addresses: number; uses: number; lines: number }>(sql`select
    (select count(*) from member_page_access where (ip_address is not null or user_agent is not null)
      and accessed_at < now() - make_interval(days => ${days}::int))::int as addresses,
    (select count(*) from member_page_access where session_id is null
      and accessed_at < now() - make_interval(months => ${usageMonths}::int))::int as uses,
    (select count(*) from audit_log where at < now() - make_interval(months => ${months}::int))::int as lines`)
  const { addresses, uses, lines } = rows[0]!
  const count = (number: number) => number.toLocaleString('en-GB')
  const describe = (kept: number) => writeCount(kept, 'month')
  return [
    stepResult('addresses', 'good', {
      message: `After ${writeCount(days, 'day')}: IP addresses of ${count(addresses)} visits would be deleted now.`,
    }),
    stepResult('usage', 'good', {
      message: `After ${describe(usageMonths)}: ${count(uses)} library visits would be combined into totals now.`,
    }),
    stepResult('log', 'good', {
      message: `After ${describe(months)}: ${count(lines)} entries of the activity log would be deleted now.`,
    }),
  ]
}
