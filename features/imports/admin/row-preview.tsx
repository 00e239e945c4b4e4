import { type ReactNode, useMemo, useState } from 'react'
import { PersonLink } from '#client/admin/person-cell.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { RowVerdict } from '#features/imports/contract.ts'
import { OverrideBox, type Override } from './override-box.tsx'
import type { SkippedRow } from './read-attendees.ts'
import { type RowPreview as Preview, type RowKind } from './row-verdicts.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

const atOnce = 50
const nothingSkipped: SkippedRow[] = []

export type PreviewedRow = {
  email: string
  name?: string
  /** Where it stands in the text, from 1. */
  line: number
  /** The name that an earlier row has for the same address. */
  otherName?: string | undefined
}

type ShownRow = { verdict: RowVerdict; person: PreviewedRow } | { skipped: SkippedRow }

function lineOf(row: ShownRow) {
  return 'skipped' in row ? row.skipped.line : row.person.line
}

type RowPreviewProps = {
  preview: Preview
  kinds: RowKind[]
  rows: PreviewedRow[]
  /** Rows that are not sent. */
  skipped?: SkippedRow[]
  /** How many rows the whole list has. */
  count: number
  /** What was noticed about the text itself. */
  notes: ReactNode
  onCorrect: (email: string, suggestion: string) => void
  override: Override
  /** Whether its rows may register: one that names no event is told of. */
  isForEvents?: boolean
}

/** What the import would do, row by row: counts that can be pressed to see only those rows. */
export function RowPreview({
  preview,
  kinds,
  rows,
  skipped = nothingSkipped,
  count,
  notes,
  onCorrect,
  override,
  isForEvents = false,
}: RowPreviewProps) {
  const { verdicts, total, isFailed } = preview
  const [chosen, setChosen] = useState<string | null>(null)
  const [shownCount, setShownCount] = useState(atOnce)
  const { all, found } = useMemo(() => {
    const checked: (ShownRow & { verdict: RowVerdict })[] = verdicts.flatMap((verdict) => {
      const person = rows[verdict.row - 1]
      return person ? [{ verdict, person }] : []
    })
    const left: ShownRow[] = skipped.map((row) => ({ skipped: row }))
    const byKind: { name: string; rows: ShownRow[] }[] = kinds.map(({ name, includes }) => ({
      name,
      rows: checked.filter(({ verdict }) => includes(verdict)),
    }))
    const ordered = [...checked, ...left].sort((one, other) => lineOf(one) - lineOf(other))
    const kindsFound = [...byKind, { name: 'Skipped', rows: left }]
    return { all: ordered, found: kindsFound.filter((kind) => kind.rows.length > 0) }
  }, [verdicts, rows, skipped, kinds])
  const listed = found.find(({ name }) => name === chosen)?.rows ?? all
  const shown = listed.slice(0, shownCount)

  function choose(name: string | null) {
    setChosen(name)
    setShownCount(atOnce)
  }

  return (
    <section aria-label="Preview" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-subheading">Before you import</h2>
        <output className="figures text-small text-muted">
          {isFailed
            ? 'The rows could not be checked. You can import them all the same.'
            : describeProgress({ checked: verdicts.length, total, count })}
        </output>
      </div>
      <div className="mt-1.5 grid gap-1 text-small text-muted">{notes}</div>
      <OverrideBox {...override} verdicts={verdicts} />
      {found.length > 0 && (
        <fieldset className="mt-4 flex flex-wrap gap-2">
          <legend className="sr-only">Show rows</legend>
          <KindButton
            name="All"
            count={all.length}
            isChosen={listed === all}
            onChoose={() => choose(null)}
          />
          {found.map(({ name, rows: { length } }) => (
            <KindButton
              key={name}
              name={name}
              count={length}
              isChosen={chosen === name}
              onChoose={() => choose(name)}
            />
          ))}
        </fieldset>
      )}
      {shown.length > 0 && (
        <ScrollingList label="Rows" className="mt-4 max-h-96">
          {shown.map((row) =>
            'skipped' in row ? (
              <SkippedLine key={`skipped ${row.skipped.line}`} row={row.skipped} />
            ) : (
              <VerdictRow
                key={row.verdict.row}
                {...row}
                kinds={kinds}
                onCorrect={onCorrect}
                isInsisted={override.isOn}
                isForEvents={isForEvents}
              />
            ),
          )}
        </ScrollingList>
      )}
      {listed.length > shown.length && (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-small text-muted">
          <span className="figures">
            {shown.length.toLocaleString('en')} of {listed.length.toLocaleString('en')} rows shown
          </span>
          <Button variant="quiet" onClick={() => setShownCount(shownCount + atOnce * 4)}>
            Show more
          </Button>
        </p>
      )}
    </section>
  )
}

function describeProgress({
  checked,
  total,
  count,
}: Record<'checked' | 'total' | 'count', number>) {
  const [done, wanted, all] = [checked, total, count].map((number) => number.toLocaleString('en'))
  if (checked < total) return `Checked ${done} of ${wanted} rows…`
  if (total < count) return `The first ${wanted} of ${all} rows are checked; all are imported.`
  return `${all} ${count === 1 ? 'row' : 'rows'} checked`
}

type KindButtonProps = { name: string; count: number; isChosen: boolean; onChoose: () => void }

function KindButton({ name, count, isChosen, onChoose }: KindButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`figures inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-small font-medium ${isChosen ? 'border-glow text-glow' : 'border-line-strong text-ink hover:border-glow'}`}
    >
      {name} <b>{count.toLocaleString('en')}</b>
    </button>
  )
}

const fieldNames = { name: 'Name', company: 'Company', jobTitle: 'Job title' }

function SkippedLine({ row: { line, name, email, reason } }: { row: SkippedRow }) {
  return (
    <ScrollingLine className="grid grid-cols-[3rem_1fr] gap-x-2 sm:grid-cols-[3rem_1fr_auto]">
      <span className="figures text-muted">{line.toLocaleString('en')}</span>
      <div className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span> <span className="text-muted">{email}</span>
        <p className="text-muted">{reason}</p>
      </div>
      <span className="col-start-2 mt-1.5 justify-self-start sm:col-start-3 sm:mt-0">
        <Badge tone="neutral">Skipped</Badge>
      </span>
    </ScrollingLine>
  )
}

type VerdictRowProps = {
  verdict: RowVerdict
  kinds: RowKind[]
  person: PreviewedRow
  onCorrect: (email: string, suggestion: string) => void
  isInsisted: boolean
  isForEvents: boolean
}

function VerdictRow({
  verdict,
  kinds,
  person,
  onCorrect,
  isInsisted,
  isForEvents,
}: VerdictRowProps) {
  const { problem, event, suggestedEmail, personKey, differences } = verdict
  const isTaken = isInsisted && verdict.verdict === 'erased'
  const kind = kinds.find(({ includes }) => includes(verdict))
  return (
    <ScrollingLine className="grid grid-cols-[3rem_1fr] gap-x-2 sm:grid-cols-[3rem_1fr_auto]">
      <span className="figures text-muted">{person.line.toLocaleString('en')}</span>
      <div className="min-w-0 wrap-anywhere">
        {personKey ? (
          <PersonLink personKey={personKey} name={person.name || person.email} />
        ) : (
          person.name && <span className="font-semibold">{person.name}</span>
        )}
        <span> </span>
        {(person.name || !personKey) && (
          <span className={person.name ? 'text-muted' : ''}>{person.email}</span>
        )}
        {event && (
          <p className="text-muted">
            {event.title} {event.isCancelled && <Badge tone="danger">Cancelled</Badge>}
          </p>
        )}
        {/* Lists for the library alone never name events. */}
        {isForEvents && !event && problem === null && (
          <p className="text-glow">Video access only: no event.</p>
        )}
        {person.otherName && (
          <p className="text-glow">An earlier row has this address for {person.otherName}.</p>
        )}
        {differences.map(({ field, known, listed, isReplaced }) => (
          <p key={field} className={isReplaced ? 'text-glow' : 'text-muted'}>
            {fieldNames[field]}:{' '}
            {isReplaced
              ? `${known ? `“${known}”` : 'empty'} → “${listed}”`
              : `“${known}” stays; the list has “${listed}”`}
          </p>
        ))}
        {problem && !isTaken && <p className="text-danger">{problem}</p>}
        {isTaken && <p className="text-glow">Asked to be erased, and is imported all the same.</p>}
        {suggestedEmail && (
          <p className="text-glow">
            Did you mean{' '}
            <button
              type="button"
              className="min-h-6 font-semibold underline underline-offset-4"
              onClick={() => onCorrect(person.email, suggestedEmail)}
            >
              {suggestedEmail}
            </button>
            ?
          </p>
        )}
      </div>
      <span className="col-start-2 mt-1.5 justify-self-start sm:col-start-3 sm:mt-0">
        {kind && <Badge tone={kind.tone === 'accent' ? 'neutral' : kind.tone}>{kind.name}</Badge>}
      </span>
    </ScrollingLine>
  )
}
