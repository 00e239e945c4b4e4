import { sql } from 'drizzle-orm'
import { dayInZone, type TimeContext } from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { markVisitor, readVisitorSecret } from './visitor-mark.ts'

/** Maximum number of rows a day. Further views are counted without source, campaign and `via`. */
const mostRowsOfDay = 5000

export type View = { day: string; path: string; source: string; campaign: string; via: string }
export type Sum = View & { views: number; formsOpened: number }
export type Visitor = { day: string; address: string; userAgent: string }

/**
 * Adds sums of page views to the database, and counts the day's new visitors. Ignores views of events that do not exist
 * or are not published.
 */
export async function writeViews(
  db: Db,
  sums: Sum[],
  visitors: Visitor[],
  { now, timeZone }: TimeContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isFull = await hasManyRows(tx, sums[0]!.day)
    const rows = (await findEvents(tx, sums, now)).map((sum) =>
      isFull ? { ...sum, source: '', campaign: '', via: '' } : sum,
    )
    // The same order on every node, so that simultaneous writers cannot deadlock.
    await tx.execute(sql`
      insert into page_views (day, path, event_id, source, campaign, via, views, forms_opened)
      select day, path, max(event_id), source, campaign, via, sum(views), sum(forms_opened)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (day date, path text, event_id int, source text,
        campaign text, via text, views int, forms_opened int)
      group by day, path, source, campaign, via
      order by day, path, source, campaign, via
      on conflict (day, path, source, campaign, via) do update
      set views = page_views.views + excluded.views, forms_opened = page_views.forms_opened + excluded.forms_opened`)
    // Visitors of a past day cannot be recognised any more, because the day's secret was deleted.
    const today = dayInZone(now, timeZone)
    const todays = visitors.filter(({ day }) => day === today)
    if (todays.length > 0) await countVisitors(tx, today, todays)
  })
}

async function hasManyRows(tx: Transaction, day: string) {
  const { rows } = await tx.execute<{ isFull: boolean }>(sql`
    select count(*) >= ${mostRowsOfDay}::int as "isFull" from page_views where day = ${day}::date`)
  return rows[0]!.isFull
}

type Row = Omit<Sum, 'formsOpened'> & { forms_opened: number; event_id: number | null }

/** Returns the sums as rows, those of an event's page under the event's present path. */
async function findEvents(tx: Transaction, sums: Sum[], now: Date): Promise<Row[]> {
  const slugs = [...new Set(sums.flatMap(({ path }) => readSlug(path) ?? []))]
  const { rows } =
    slugs.length === 0
      ? { rows: [] }
      : await tx.execute<{ sent: string; id: number; slug: string }>(sql`
    select sent, ${events.id} as id, ${events.slug} as slug
    from unnest(${sql.param(slugs)}::text[]) as sent
    left join former_event_slugs former on former.slug = sent
    join ${events} on ${events.slug} = sent
      or (${events.id} = former.event_id and not exists (select from events present where present.slug = sent))
    where ${isPublishedAt(now)}`)
  const found = new Map(rows.map((row) => [row.sent, row]))
  return sums.flatMap(({ formsOpened, ...sum }): Row[] => {
    const slug = readSlug(sum.path)
    const row = { ...sum, forms_opened: formsOpened }
    if (slug === undefined) return [{ ...row, event_id: null }]
    const event = found.get(slug)
    return event ? [{ ...row, path: eventPath(event.slug), event_id: event.id }] : []
  })
}

function readSlug(path: string): string | undefined {
  const [, written] = /^\/events\/([^/]+)$/.exec(path) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written).normalize('NFC').toLowerCase()
  } catch {
    return ''
  }
}

/** Counts the visitors whose pseudonyms are new on this day. */
async function countVisitors(tx: Transaction, day: string, visitors: Visitor[]) {
  const secret = await readVisitorSecret(tx, day)
  const marks = visitors.map(({ address, userAgent }) => markVisitor(secret, address, userAgent))
  await tx.execute(sql`
    with added as (
      insert into visitor_marks (day, mark)
      select ${day}::date, mark from unnest(${sql.param(marks.toSorted())}::text[]) as mark
      on conflict do nothing returning mark)
    insert into visitor_days (day, visitors) select ${day}::date, count(*) from added
    on conflict (day) do update set visitors = visitor_days.visitors + excluded.visitors`)
}
