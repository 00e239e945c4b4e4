import { isNull, sql } from 'drizzle-orm'
import { moveAnswers } from '#features/form-questions/server/answers.ts'
import { type Answers, formQuestionLimits as limits } from '#features/form-questions/rules.ts'
import type { AttendeeRow } from '#features/imports/contract.ts'
import { matchableTitle, noWords, yesWords } from '#features/imports/rules.ts'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import { optionalText } from '#kernel/fields.ts'
import type { FormQuestionKind } from '#kernel/values.ts'
import type { Transaction } from '#platform/db/open.ts'
import { formQuestions } from '#schema/form-questions.ts'
import { showValue } from './check-rows.ts'
import type { Written } from './write-people.ts'

type Question = {
  id: number
  eventId: number | null
  kind: FormQuestionKind
  label: string
  options: string[] | null
}

/** The answers of an imported row by question id, with the labels of the questions, or why they cannot be imported. */
type Read = { answers: Answers; labels: Record<string, string> } | { problem: string }

/** Returns the answers in a row's cells for the event that the row names. */
export type AnswerReader = (eventId: number | undefined, cells: AttendeeRow['answers']) => Read

/** Returns the reader of answers, with the questions that registration forms ask now. */
export async function readQuestionsToMatch(
  tx: Transaction,
  rows: AttendeeRow[],
): Promise<AnswerReader> {
  if (!rows.some(({ answers }) => answers)) return () => ({ answers: {}, labels: {} })
  const { id, eventId, kind, label, options, archivedAt } = formQuestions
  const questions = await tx
    .select({ id, eventId, kind, label, options })
    .from(formQuestions)
    .where(isNull(archivedAt))
  const byHeader = Map.groupBy(questions, (question) => matchableTitle(question.label))
  const byUniqueHeader = new Map(
    questions.map((question) => [matchableTitle(`${question.label} (${question.id})`), question]),
  )

  /** Returns the question of the event's form with this name, or why there is not exactly one. */
  function find(event: number | undefined, name: string): Question | string {
    const isAsked = (question: Question) => question.eventId === null || question.eventId === event
    const shown = `“${name}”`
    if (event === undefined) {
      return `The answer to ${shown} needs an event. Name the event in the row, or ignore the column`
    }
    const found = (byHeader.get(matchableTitle(name)) ?? []).filter(isAsked)
    const unique = byUniqueHeader.get(matchableTitle(name))
    if (found.length === 0 && unique && isAsked(unique)) return unique
    if (found.length === 1) return found[0]!
    if (found.length === 0) {
      return `The form of this event does not ask ${shown}. Add the question to the event, or ignore the column`
    }
    const names = found.map((question) => `“${question.label} (${question.id})”`)
    return `The form of this event asks ${shown} more than once. Name the column ${names.join(' or ')}`
  }

  return (event, cells = {}) => {
    const answers: Answers = {}
    const labels: Record<string, string> = {}
    for (const [name, cell] of Object.entries(cells)) {
      const text = cell?.trim()
      if (!text) continue
      const question = find(event, name)
      if (typeof question === 'string') return { problem: question }
      const { value, problem } = readAnswer(question, text)
      if (value === undefined) {
        return { problem: `Answer to “${name}”: ${problem}, found ${showValue(text)}` }
      }
      answers[question.id] = value
      labels[question.id] = question.label
    }
    return { answers, labels }
  }
}

const answerText = optionalText('Answer', limits.answer)
const yesCell = new RegExp(`^(?:${yesWords}|1|x)$`, 'i')
const noCell = new RegExp(`^(?:${noWords}|0)$`, 'i')
const longestList = 200

function readAnswer(
  { kind, options }: Question,
  text: string,
): { value?: FormAnswerValue; problem?: string } {
  if (kind === 'yes_no') {
    if (yesCell.test(text)) return { value: true }
    return noCell.test(text) ? { value: false } : { problem: 'Must be yes or no' }
  }
  if (kind === 'short' || kind === 'long') {
    const { data, error } = answerText.safeParse(text)
    return error ? { problem: error.issues[0]!.message } : { value: data }
  }
  const known = options ?? []
  const list = known.join(', ')
  const shown = list.length > longestList ? `${list.slice(0, longestList).toWellFormed()}…` : list
  if (kind === 'one') {
    const option = known.find((one) => matchableTitle(one) === matchableTitle(text))
    return option === undefined ? { problem: `Must be one of ${shown}` } : { value: option }
  }
  const [chosen, ...others] = splitOptions(matchableTitle(text.replaceAll('\n', '; ')), known)
  if (chosen === undefined) {
    return { problem: `Must be some of ${shown}, with commas or semicolons between them` }
  }
  if (others.length > 0) {
    return { problem: 'Fits the options in more than one way. Write semicolons between them' }
  }
  return { value: known.filter((option) => chosen.has(option)) }
}

/**
 * Returns each choice of options that a text with commas or semicolons between options can mean, at most two. Options
 * may contain commas themselves.
 */
function splitOptions(text: string, options: string[], most = 2): Set<string>[] {
  const found = new Map<string, Set<string>>()
  function search(rest: string, chosen: string[]) {
    if (found.size === most || chosen.length > options.length) return
    if (rest === '') found.set(chosen.toSorted().join('\n'), new Set(chosen))
    for (const option of options) {
      const start = matchableTitle(option)
      if (chosen.includes(option) || !rest.startsWith(start)) continue
      const [separator] = /^(?:\s*[,;]\s*|\s*$)/.exec(rest.slice(start.length)) ?? []
      if (separator !== undefined) {
        search(rest.slice(start.length + separator.length), [...chosen, option])
      }
    }
  }
  search(text, [])
  return [...found.values()]
}

type PlacedAnswers = { email: string; eventId: number; answers: Answers }

/**
 * Stores answers for registrations of the event by the person, which must exist. Keeps earlier answers unless
 * `replaces` is true, and records former values for the undo of the import. `placed` may contain each pair only once. The keys of the result are `eventId email`.
 */
export async function writeAnswers(
  tx: Transaction,
  placed: PlacedAnswers[],
  { replaces, batchId }: { replaces: boolean; batchId: string },
): Promise<Written> {
  const given = placed.filter(({ answers }) => Object.keys(answers).length > 0)
  if (given.length === 0) return { added: 0, touched: 0, isNew: new Map() }
  const { rows } = await tx.execute<{ id: number; key: string }>(sql`
    select r.id, r.event_id || ' ' || seat.email as key
    from unnest(${sql.param(given.map(({ email }) => email))}::text[],
      ${sql.param(given.map(({ eventId }) => eventId))}::integer[]) as seat (email, event_id)
      cross join lateral (select id, event_id from event_registrations where event_id = seat.event_id
        and user_id = (select id from users where users.email = seat.email) offset 0) r`)
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const byKey = new Map(given.map((one) => [`${one.eventId} ${one.email}`, one.answers]))
  const kept = rows.map(({ id, key }) => ({ registration_id: id, answers: byKey.get(key) }))
  const ids = sql.param(rows.map(({ id }) => id))
  const { rows: former } = await tx.execute<{ id: number; value: unknown; label: string }>(sql`
    select id, value, label from form_answers where registration_id = any(${ids}::integer[])
    order by id for update`)
  const changed = await moveAnswers(
    tx,
    sql`select * from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as given (registration_id integer, answers jsonb)`,
    { replaces },
  )
  await recordFormer(tx, batchId, ids, former)
  const isNew = new Map([...changed].map((id) => [keys.get(id)!, false]))
  return { added: 0, touched: changed.size, isNew }
}

/** Records the answers of registrations that were added or changed since `former` was read, as triggers do elsewhere. */
async function recordFormer(tx: Transaction, batchId: string, ids: unknown, former: object[]) {
  await tx.execute(sql`
    insert into import_batch_changes as known (batch_id, table_name, row_id, before, after)
    select ${batchId}, 'form_answers', a.id,
      case when o.id is not null then jsonb_build_object('value', o.value, 'label', o.label) end,
      case when o.id is null then to_jsonb(a) else jsonb_build_object('value', a.value, 'label', a.label) end
    from form_answers a left join jsonb_to_recordset(${JSON.stringify(former)}::jsonb)
      as o (id integer, value jsonb, label text) on o.id = a.id
    where a.registration_id = any(${ids}::integer[]) and o.value is distinct from a.value
    on conflict (batch_id, table_name, row_id) do update set
      before = excluded.before || known.before, after = known.after || excluded.after`)
}
