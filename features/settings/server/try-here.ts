import { sql } from 'drizzle-orm'
import type { TriedStep } from '#features/settings/contract.ts'
import type { Db } from '#platform/db/open.ts'
import type { Way } from '#platform/http/call.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { isThisMachine } from '#platform/settings/setting-schemas.ts'
import { stepResult } from './tried-step.ts'

/** Compares the public URL with the origin of the administrator's own request. */
export function tryAddress(
  publicUrl: string | undefined,
  { way, trustsProxy }: { way: Way; trustsProxy: boolean },
): TriedStep[] {
  if (!publicUrl) {
    const message = `Enter the address that visitors use. Until then, links in mails lead to this machine only. Your address now is ${way.origin}.`
    return [stepResult('entered', 'not_entered', { message })]
  }
  return [compare(publicUrl, way.origin), judgeHttps(publicUrl), judgeProxy(way, trustsProxy)]
}

function compare(publicUrl: string, origin: string): TriedStep {
  if (publicUrl === origin) {
    return stepResult('address', 'good', { message: 'You are using this address.' })
  }
  const message = `Your address now is ${origin}. Open ${publicUrl}/admin in another tab: if the admin area appears, the address is correct.`
  return stepResult('address', 'elsewhere', { message })
}

export function judgeHttps(publicUrl: string): TriedStep {
  if (isThisMachine(publicUrl)) {
    const message =
      'Only this machine can reach that address, so links in mails would not work. Enter the site’s public name.'
    return stepResult('https', 'this_machine', { message })
  }
  if (publicUrl.startsWith('https:')) {
    return stepResult('https', 'good', { message: 'Visitors come over https.' })
  }
  const message =
    'Without https, all data is sent unencrypted, including passwords. Set up a proxy with a certificate, such as Caddy, and enter its https address here.'
  return stepResult('https', 'open', { message })
}

function judgeProxy({ forwarded }: Way, trustsProxy: boolean): TriedStep {
  if (!forwarded) return stepResult('proxy', 'good', { message: 'There is no proxy.' })
  if (trustsProxy) {
    return stepResult('proxy', 'good', {
      message: 'A proxy is in front of the site, and trusted.',
    })
  }
  const message =
    'A proxy is in front of the site but not trusted, so all visitors share one IP address and its limits. Ask the operator to set TRUST_PROXY to 1, for one proxy, and to restart.'
  return stepResult('proxy', 'unbelieved', { message })
}

/** Counts the rows that the next sweeps would blank or delete. */
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
  const describe = (kept: number) => (kept === 1 ? '1 month' : `${kept} months`)
  return [
    stepResult('addresses', 'good', {
      message: `After ${days} ${days === 1 ? 'day' : 'days'}: IP addresses of ${count(addresses)} visits would be deleted now.`,
    }),
    stepResult('usage', 'good', {
      message: `After ${describe(usageMonths)}: ${count(uses)} uses of the library would be combined into sums now.`,
    }),
    stepResult('log', 'good', {
      message: `After ${describe(months)}: ${count(lines)} entries of the activity log would be deleted now.`,
    }),
  ]
}
