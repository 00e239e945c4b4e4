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
    const message = `Enter the address that visitors use. Until then links in mails lead to this machine only. You are here at ${way.origin}.`
    return [stepResult('entered', 'not_entered', { message })]
  }
  return [compare(publicUrl, way.origin), judgeHttps(publicUrl), judgeProxy(way, trustsProxy)]
}

function compare(publicUrl: string, origin: string): TriedStep {
  if (publicUrl === origin) {
    return stepResult('address', 'good', { message: 'You are here at this very address.' })
  }
  const message = `You are here at ${origin}. Open ${publicUrl}/admin in another tab: if the admin area appears there, the address is right.`
  return stepResult('address', 'elsewhere', { message })
}

export function judgeHttps(publicUrl: string): TriedStep {
  if (isThisMachine(publicUrl)) {
    const message =
      'Only this very machine reaches that address: links in mails would open nothing for anybody else. Enter the name that the site has on the internet.'
    return stepResult('https', 'this_machine', { message })
  }
  if (publicUrl.startsWith('https:')) {
    return stepResult('https', 'good', { message: 'Visitors come over https.' })
  }
  const message =
    'Without https everything is readable on the way, sign-ins too. Put a proxy with a certificate before the site, such as Caddy, and enter its https address here.'
  return stepResult('https', 'open', { message })
}

function judgeProxy({ forwarded }: Way, trustsProxy: boolean): TriedStep {
  if (!forwarded) return stepResult('proxy', 'good', { message: 'No proxy was seen in between.' })
  if (trustsProxy) {
    return stepResult('proxy', 'good', {
      message: 'A proxy stands before the site, and is believed.',
    })
  }
  const message =
    'A proxy stands before the site and is not believed: all visitors count as one address, and limits stop them together. Whoever runs the site sets TRUST_PROXY to 1, for one proxy, and starts it again.'
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
      message: `After ${days} ${days === 1 ? 'day' : 'days'}: network addresses of ${count(addresses)} visits are blanked now.`,
    }),
    stepResult('usage', 'good', {
      message: `After ${describe(usageMonths)}: ${count(uses)} uses of the library are added to the sums now.`,
    }),
    stepResult('log', 'good', {
      message: `After ${describe(months)}: ${count(lines)} lines of the log are removed now.`,
    }),
  ]
}
