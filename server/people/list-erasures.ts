import { sql } from 'drizzle-orm'
import type { Erasure } from '#shared/contract/person-acts.ts'
import { instantText } from '#server/db/instant-text.ts'
import type { Db } from '#server/db/open.ts'

const mostListed = 500

/** Erasures by their numbers, newest first, with what each provider made of them. */
export async function listErasures(db: Db): Promise<Erasure[]> {
  const { rows } = await db.execute<Erasure>(sql`
    select e.id as number, ${instantText(sql`e.erased_at`)} as "erasedAt",
      e.written_at is not null as "isKept",
      coalesce((select jsonb_agg(jsonb_build_object('provider', t.provider, 'state', t.state,
        'outcome', t.outcome) order by t.id) from provider_tasks t where t.erasure_id = e.id), '[]') as tasks
    from erasures e order by e.id desc limit ${mostListed}`)
  return rows
}
