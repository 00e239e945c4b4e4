import { type ReactNode, useMemo, useState } from 'react'
import { PersonLink } from '#client/admin/person-cell.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { writeAnswer } from '#features/form-questions/rules.ts'
import type { RowVerdict } from '#features/imports/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { SkippedRow } from './read-attendees.ts'
import type { RowPreview as Preview, RowKind } from './row-verdicts.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import type { Override } from './use-import.ts'

const atOnce = 50
const nothingSkipped: SkippedRow[] = []

export type PreviewedRow = {
  email: string
  name?: string
  line: number
  /** A different name that an earlier row has for the same email; undefined if there is none. */
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
  skipped?: SkippedRow[]
  count: number
  notes: ReactNode
  onCorrect: (email: string, suggestion: string) => void
  override: Override
  /**
   * True for lists in which a row can name the event for which to register the person. Rows without an event then show
   * a note.
   */
  isForEvents?: boolean
}

/**
 * Renders the effect that the import would have on each row, with the number of rows per kind. Pressing a
 * number shows only the rows of that kind.
 */
export function RowPreview(props: RowPreviewProps) {
  const { preview, kinds, rows, skipped = nothingSkipped, count, notes, override } = props
  const { verdicts, total, isFailed } = preview
  const [chosen, setChosen] = useState('All')
  const [shownCount, setShownCount] = useState(atOnce)
  const found = useMemo(() => {
    const checked = verdicts.flatMap((verdict) => {
      const person = rows[verdict.row - 1]
      return person ? [{ verdict, person }] : []
    })
    const left: ShownRow[] = skipped.map((row) => ({ skipped: row }))
    const all = [...checked, ...left].sort((one, other) => lineOf(one) - lineOf(other))
    const byKind: { name: string; rows: ShownRow[] }[] = [
      { name: 'All', rows: all },
      ...kinds.map(({ name, includes }) => {
        return { name, rows: checked.filter(({ verdict }) => includes(verdict)) }
      }),
      { name: 'Skipped', rows: left },
    ]
    return byKind.filter((kind) => kind.rows.length > 0)
  }, [verdicts, rows, skipped, kinds])
  const kind = found.find(({ name }) => name === chosen) ?? found[0]
  const listed = kind?.rows ?? []
  const shown = listed.slice(0, shownCount)
  const erased = verdicts.filter(({ verdict }) => verdict === 'erased').length

  return (
    <section aria-label="Preview" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-subheading">Before you import</h2>
        <output className="figures text-small text-muted">
          {isFailed
            ? 'The rows could not be checked. You can still import them.'
            : describeProgress({ checked: verdicts.length, total, count })}
        </output>
      </div>
      <div className="mt-1.5 grid gap-1 text-small text-muted">{notes}</div>
      {erased > 0 && (
        <Checkbox
          className="mt-2"
          label={`Also import the ${writeCount(erased, 'row')} of people who asked to be erased`}
          description="Tick this only if these people asked to be added again. Otherwise their rows are skipped."
          checked={override.isOn}
          onChange={({ target }) => override.onChange(target.checked)}
        />
      )}
      {found.length > 0 && (
        <fieldset className="mt-4 flex flex-wrap gap-2">
          <legend className="sr-only">Show rows</legend>
          {found.map((one) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={one === kind}
              onClick={() => {
                setChosen(one.name)
                setShownCount(atOnce)
              }}
              className={`figures inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-small font-medium ${one === kind ? 'border-glow text-warning' : 'border-line-strong text-ink hover:border-glow'}`}
            >
              {one.name} <b>{one.rows.length.toLocaleString('en')}</b>
            </button>
          ))}
        </fieldset>
      )}
      {shown.length > 0 && (
        <ScrollingList label="Rows" className="mt-4 max-h-96">
          {shown.map((row) =>
            'skipped' in row ? (
              <PreviewLine key={`skipped ${lineOf(row)}`} line={lineOf(row)} badge="Skipped">
                <span className="font-semibold">{row.skipped.name}</span>{' '}
                <span className="text-muted">{row.skipped.email}</span>
                <p className="text-muted">{row.skipped.reason}</p>
              </PreviewLine>
            ) : (
              <VerdictLine key={row.verdict.row} {...row} {...props} />
            ),
          )}
        </ScrollingList>
      )}
      {listed.length > shown.length && (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-small text-muted">
          <span className="figures">
            {`${shown.length.toLocaleString('en')} of ${listed.length.toLocaleString('en')} rows shown`}
          </span>
          <Button variant="quiet" onClick={() => setShownCount(shownCount + atOnce * 4)}>
            Show more
          </Button>
        </p>
      )}
    </section>
  )
}

type Progress = { checked: number; total: number; count: number }

function describeProgress({ checked, total, count }: Progress) {
  const [done, wanted, all] = [checked, total, count].map((number) => number.toLocaleString('en'))
  if (checked < total) return `Checked ${done} of ${wanted} rows…`
  if (total < count)
    return `The first ${wanted} of ${all} rows are checked here. All rows are imported.`
  return `${writeCount(count, 'row')} checked`
}

const fieldNames = { name: 'Name', company: 'Company', jobTitle: 'Job title' }

type PreviewLineProps = {
  line: number
  badge: string | undefined
  tone?: BadgeTone | undefined
  children: ReactNode
}

function PreviewLine({ line, badge, tone = 'neutral', children }: PreviewLineProps) {
  return (
    <ScrollingLine className="grid grid-cols-[3rem_1fr] gap-x-2 sm:grid-cols-[3rem_1fr_auto]">
      <span className="figures text-muted">{line.toLocaleString('en')}</span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <span className="col-start-2 mt-1.5 justify-self-start sm:col-start-3 sm:mt-0">
        {badge && <Badge tone={tone}>{badge}</Badge>}
      </span>
    </ScrollingLine>
  )
}

type VerdictLineProps = RowPreviewProps & { verdict: RowVerdict; person: PreviewedRow }

function VerdictLine(props: VerdictLineProps) {
  const { verdict, person, kinds, onCorrect, override, isForEvents = false } = props
  const { problem, event, suggestedEmail, personKey, differences, answers } = verdict
  const isTaken = override.isOn && verdict.verdict === 'erased'
  const kind = kinds.find(({ includes }) => includes(verdict))
  return (
    <PreviewLine
      line={person.line}
      badge={kind?.name}
      tone={kind?.tone === 'accent' ? 'neutral' : kind?.tone}
    >
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
      {/* Lists of emails for library access name no events, so leave out the note for them. */}
      {isForEvents && !event && problem === null && (
        <p className="text-warning">No event: video access only.</p>
      )}
      {person.otherName && (
        <p className="text-warning">{`An earlier row has this email with the name ${person.otherName}.`}</p>
      )}
      {differences.map(({ field, known, listed, isReplaced }) => (
        <p key={field} className={isReplaced ? 'text-warning' : 'text-muted'}>
          {fieldNames[field]}:{' '}
          {isReplaced
            ? `${known ? `“${known}”` : 'empty'} → “${listed}”`
            : `“${known}” is kept, although the list has “${listed}”`}
        </p>
      ))}
      {answers.map(({ question, answer }) => (
        <p key={`${question} ${writeAnswer(answer)}`} className="text-muted">
          <bdi>{question}</bdi>: <bdi>{writeAnswer(answer)}</bdi>
        </p>
      ))}
      {problem && !isTaken && <p className="text-danger">{problem}</p>}
      {isTaken && (
        <p className="text-warning">This person asked to be erased, but will be imported.</p>
      )}
      {suggestedEmail && (
        <p className="text-warning">
          Likely typo. Use instead:{' '}
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
    </PreviewLine>
  )
}
