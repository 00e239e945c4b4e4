import { sql, type SQL } from 'drizzle-orm'
import { importSource, type RegistrationType } from '#kernel/values.ts'
import { recordingOf } from '#platform/domain-events/record-events.ts'
import type { Transaction } from '#platform/db/open.ts'
import { joinNames, savePeople, searchText } from '#platform/people/save-people.ts'

export type ImportedPerson = {
  email: string
  firstName: string
  lastName: string
  company: string
  jobTitle: string
  /** True if the importer split a whole name into first and last name. */
  isWhole?: boolean
}
export type ImportedRegistration = {
  email: string
  eventId: number
  registrationType: RegistrationType
}

/**
 * SQL for one field of all given rows, as a single array parameter. A parameter per row would exceed PostgreSQL's
 * maximum number of parameters.
 */
function column<Row>(rows: Row[], name: keyof Row, type: 'text' | 'integer'): SQL {
  return sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(type)}[]`
}

function personColumns(people: ImportedPerson[]) {
  const names = ['email', 'firstName', 'lastName', 'company', 'jobTitle'] as const
  return sql.join(
    names.map((name) => column(people, name, 'text')),
    sql`, `,
  )
}

/**
 * SQL subquery for a person's id. A subquery per row uses the index; for a join, PostgreSQL scans all people while
 * table statistics are missing, as after a large import.
 */
function idOf(email: SQL) {
  return sql`select id from users where users.email = ${email}`
}

/**
 * SQL that tells inserted rows (true) from updated ones (false), for use in RETURNING. PostgreSQL sets the system
 * column `xmax` of a row that `on conflict` updates.
 */
const isNew = sql`(xmax = 0) as is_new`

/**
 * The rows that a statement inserted (true in `isNew`) or updated (false), by key. Rows that it left
 * unchanged are missing.
 */
export type Written = { added: number; touched: number; isNew: Map<string, boolean> }

const none: Written = { added: 0, touched: 0, isNew: new Map() }

async function readWritten(tx: Transaction, write: SQL): Promise<Written> {
  const { rows } = await tx.execute<{ key: string; is_new: boolean }>(write)
  const added = rows.filter((row) => row.is_new).length
  return { added, touched: rows.length, isNew: new Map(rows.map((row) => [row.key, row.is_new])) }
}

/**
 * SQL assignments for known people, if the imported list takes precedence: its values replace stored ones, unless they
 * are empty.
 */
const replaced = {
  first: sql`coalesce(nullif(excluded.first_name, ''), users.first_name)`,
  last: sql`coalesce(nullif(excluded.last_name, ''), users.last_name)`,
  company: sql`coalesce(nullif(excluded.company, ''), users.company)`,
  job: sql`coalesce(nullif(excluded.job_title, ''), users.job_title)`,
}
const nameless = sql`users.first_name = '' and users.last_name = ''`
/**
 * SQL assignments for known people, if the stored values take precedence (`keepKnown`): the list only fills in empty
 * fields. First and last name count as one field.
 */
const filled = {
  first: sql`case when ${nameless} then excluded.first_name else users.first_name end`,
  last: sql`case when ${nameless} then excluded.last_name else users.last_name end`,
  company: sql`coalesce(nullif(users.company, ''), excluded.company)`,
  job: sql`coalesce(nullif(users.job_title, ''), excluded.job_title)`,
}

/**
 * Inserts or updates people. Empty values never replace stored ones. `people` may contain each email only
 * once.
 */
export async function writePeople(
  tx: Transaction,
  people: ImportedPerson[],
  keepKnown: boolean,
): Promise<Written> {
  if (people.length === 0) return none
  const { first, last, company, job } = keepKnown ? filled : replaced
  return readWritten(
    tx,
    sql`insert into users (email, first_name, last_name, company, job_title)
      select * from unnest(${personColumns(people)})
      on conflict (email) do update set first_name = ${first}, last_name = ${last},
        company = ${company}, job_title = ${job}, updated_at = now()
      where (users.first_name, users.last_name, users.company, users.job_title)
        is distinct from (${first}, ${last}, ${company}, ${job})
      returning email as key, ${isNew}`,
  )
}

/**
 * Inserts one registration per person and event, or confirms an existing pre-registration. The people must
 * exist, and `registrations` may contain each pair only once.
 */
export async function writeRegistrations(
  tx: Transaction,
  registrations: ImportedRegistration[],
): Promise<Written> {
  if (registrations.length === 0) return none
  const columns = sql.join(
    [
      column(registrations, 'email', 'text'),
      column(registrations, 'eventId', 'integer'),
      column(registrations, 'registrationType', 'text'),
    ],
    sql`, `,
  )
  return readWritten(
    tx,
    sql`with written as (insert into event_registrations (user_id, event_id, registration_type, registration_source)
      select (${idOf(sql`seat.email`)}), seat.event_id, seat.registration_type, ${importSource}
      from unnest(${columns}) as seat (email, event_id, registration_type)
      on conflict (user_id, event_id) do update set registration_type = 'confirmed'
      where event_registrations.registration_type = 'pre_registration'
        and excluded.registration_type = 'confirmed'
      returning id, user_id, event_id, ${isNew}),
    ${recordingOf(sql`select case when w.is_new then 'registration.created' else 'registration.upgraded' end as type,
      'import' as cause, w.event_id, w.id as registration_id, u.person_key, null::text as topic
      from written w join users u on u.id = w.user_id order by w.id`)}
    select event_id || ' ' || (select email from users where id = user_id) as key, is_new from written`,
  )
}

/**
 * Grants existing people access to the library, without an event. Updates an existing `video_access` row to
 * the person's current data. `emails` may contain each email only once.
 */
export async function writeVideoOnly(
  tx: Transaction,
  emails: string[],
  videoTitle: string,
): Promise<Written> {
  if (emails.length === 0) return none
  return readWritten(
    tx,
    sql`insert into video_access (user_id, email, first_name, last_name, company, job_title, video_title)
      select id, email, first_name, last_name, company, job_title, ${videoTitle}
      from users where id in (select (${idOf(sql`listed.email`)})
        from unnest(${sql.param(emails)}::text[]) as listed (email))
      on conflict (email, event_id) do update set
        user_id = excluded.user_id,
        first_name = excluded.first_name,
        last_name = excluded.last_name,
        company = coalesce(nullif(excluded.company, ''), video_access.company),
        job_title = coalesce(nullif(excluded.job_title, ''), video_access.job_title)
      where video_access.user_id is distinct from excluded.user_id
        or video_access.first_name <> excluded.first_name
        or video_access.last_name <> excluded.last_name
        or excluded.company not in ('', video_access.company)
        or excluded.job_title not in ('', video_access.job_title)
      returning email as key, ${isNew}`,
  )
}

/**
 * Grants video access to emails that are neither in `users` nor in `video_access`. `viewers` may contain
 * each email only once.
 */
export async function writeUnknownViewers(
  tx: Transaction,
  viewers: ImportedPerson[],
  videoTitle: string,
): Promise<Written> {
  if (viewers.length === 0) return none
  return readWritten(
    tx,
    sql`insert into video_access (email, first_name, last_name, company, job_title, video_title)
      select viewer.*, ${videoTitle}
      from unnest(${personColumns(viewers)})
        as viewer (email, first_name, last_name, company, job_title)
      where (${idOf(sql`viewer.email`)}) is null
        and (select id from video_access where video_access.email = viewer.email limit 1) is null
      on conflict do nothing
      returning email as key, ${isNew}`,
  )
}

/**
 * Adds people to the table `people` after an import wrote rows. `listed` are all people in the imported list, from
 * which the names of new people are taken.
 */
export async function saveWrittenPeople(
  tx: Transaction,
  listed: Iterable<ImportedPerson>,
  written: Written,
): Promise<void> {
  const added = new Map<string, string>()
  for (const person of listed) {
    const { email } = person
    const names = { email, registered: joinNames(person), others: [] }
    if (written.isNew.get(email)) added.set(email, searchText(names))
  }
  await savePeople(tx, written.isNew.keys(), added)
}

/**
 * The rows that one call of an import lists, including those that it leaves unchanged: people, access to the library
 * and registrations.
 */
type Listed = {
  users?: string[]
  /** Emails that get access to the library without an event. */
  videoAccess?: string[]
  seats?: Pick<ImportedRegistration, 'email' | 'eventId'>[]
}

const noValues = sql`'{}'::jsonb`

/**
 * Records the rows that an import names but leaves unchanged. An earlier import that added such a row can
 * then no longer be undone. Database triggers record the changed rows.
 */
export async function noteUnchangedRows(
  tx: Transaction,
  batchId: string,
  { users = [], videoAccess = [], seats: registrations = [] }: Listed,
): Promise<void> {
  const listed = (emails: string[]) => sql`unnest(${sql.param(emails)}::text[]) as listed (email)`
  const note = (table: string, rows: SQL) =>
    tx.execute(sql`insert into import_batch_changes (batch_id, table_name, row_id, before, after)
      select ${batchId}, ${table}, id, ${noValues}, ${noValues} from (${rows}) named
      where id is not null on conflict do nothing`)
  if (users.length > 0) {
    await note(
      'users',
      sql`select (select id from users u where u.email = listed.email) from ${listed(users)}`,
    )
  }
  if (videoAccess.length > 0) {
    await note(
      'video_access',
      sql`select v.id from ${listed(videoAccess)} cross join lateral (
        select id from video_access where video_access.email = listed.email offset 0) v`,
    )
  }
  if (registrations.length === 0) return
  await note(
    'event_registrations',
    // Adding 0 keeps PostgreSQL from using the index on the event. With outdated statistics, it would read all
    // registrations of the event for each row.
    sql`select (select r.id from event_registrations r where r.event_id + 0 = seat.event_id
        and r.user_id = (select u.id from users u where u.email = seat.email)) as id
      from unnest(${sql.param(registrations.map(({ email }) => email))}::text[],
        ${sql.param(registrations.map(({ eventId }) => eventId))}::integer[]) as seat (email, event_id)`,
  )
}
