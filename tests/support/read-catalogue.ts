import type { Pool } from 'pg'

const catalogue = `
  select * from (select format('table %s %s', c.relname, c.relpersistence) as line
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  union all
  select format('column %s.%s: %s %s %s %s %s %s', c.relname, a.attname,
      row_number() over (partition by c.oid order by a.attnum),
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s on %s: %s', n.conname, n.conrelid::regclass, pg_get_constraintdef(n.oid))
    from pg_constraint n where n.connamespace = 'public'::regnamespace and n.contype <> 'n'
  union all
  select format('index %s %s', pg_get_indexdef(i.indexrelid), c.reloptions)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
  union all
  select format('sequence %s: %s', s.sequencename, row_to_json(s)::jsonb - 'last_value' - 'sequenceowner')
    from pg_sequences s where s.schemaname = 'public'
  union all
  select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t where not t.tgisinternal
  union all
  select format('other %s %s', c.relkind, c.relname) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind not in ('r', 'i', 'S')) made
  order by line collate "C"`

/**
 * Returns a line for everything that migrations create: tables, columns with types and defaults, constraints,
 * indexes, sequences, functions and triggers.
 */
export async function readCatalogue(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(catalogue)
  return rows.map(({ line }) => line)
}
