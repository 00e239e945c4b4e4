import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { fieldBox, FieldFrame, Field } from '#client/ui/field.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import type {
  SkippedLines,
  TranscriptCue,
  TranscriptSummary,
} from '#features/transcripts/contract.ts'
import { findSearchConfig, searchedLanguages } from '#kernel/search-languages.ts'
import { writeCount } from '#kernel/write-count.ts'

/** Codes of further languages. PostgreSQL has no stemmer for them, so a search finds only the exact word. */
const otherLanguages =
  'af am ar bn cs el ha he hi id ig ja ko pl ru rw sn so st sw tn tr uk ur vi xh yo zh zu'.split(
    ' ',
  )
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** Returns a language's English name, such as 'Brazilian Portuguese' for `pt-BR`; an unknown code unchanged. */
function nameLanguage(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

type LanguageFieldProps = {
  /** Language code; empty if the server determines the language from the text. */
  value: string
  /** Label of the option with which the server determines the language; omitted if the language is known. */
  unsaid?: string
  onChange: (code: string) => void
}

/** Select for the spoken language, which determines the inflected forms that a search finds. */
export function LanguageField({ value, unsaid, onChange }: LanguageFieldProps) {
  const codes = new Set([...searchedLanguages, ...otherLanguages, ...(value ? [value] : [])])
  const sorted = [...codes]
    .map((code) => ({ code, name: nameLanguage(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const isSearched = ({ code }: { code: string }) => findSearchConfig(code) !== 'simple'
  return (
    <FieldFrame
      id={undefined}
      required
      label="Language"
      description="Used for search, so that “pricing” also finds “price”."
      className="max-w-md"
    >
      {(framed) => (
        <select
          {...framed}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${fieldBox} h-12`}
        >
          {unsaid !== undefined && <option value="">{unsaid}</option>}
          <Options label="Search finds all forms of a word" languages={sorted.filter(isSearched)} />
          <Options
            label="Search finds exact words only"
            languages={sorted.filter((language) => !isSearched(language))}
          />
        </select>
      )}
    </FieldFrame>
  )
}

type OptionsProps = { label: string; languages: { code: string; name: string }[] }

function Options({ label, languages }: OptionsProps) {
  return (
    <optgroup label={label}>
      {languages.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

/** Parses seconds as typed, such as `1.5`, and returns milliseconds; undefined if invalid or above twelve hours. */
export function readShift(text: string): number | undefined {
  const seconds = Number(text.trim().replace(',', '.') || '0')
  const shiftMs = Math.round(seconds * 1000)
  return Number.isFinite(seconds) && Math.abs(shiftMs) <= 43_200_000 ? shiftMs : undefined
}

type ShiftFieldProps = { value: string; onChange: (value: string) => void }

/** Field for the seconds by which all lines are shifted, for a recording whose beginning was cut. */
export function ShiftField({ value, onChange }: ShiftFieldProps) {
  return (
    <Field
      label="Shift all times (seconds)"
      description="e.g. -90 moves every line 1.5 minutes earlier."
      inputMode="text"
      autoComplete="off"
      className="max-w-md"
      value={value}
      error={readShift(value) === undefined ? 'Enter a number of seconds' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Shows how the server parsed a transcript: number of lines, speakers, warnings, and the first and last lines. */
export function TranscriptPreview({ understood }: { understood: TranscriptSummary }) {
  const { lines, speakers, minutes, language, droppedRepeats, warnings, skipped, first, last } =
    understood
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <p className="font-semibold figures">
        {`${writeCount(lines, 'line')}, ${writeCount(minutes, 'minute')}, language: ${nameLanguage(language)}`}
        {droppedRepeats > 0 && <span>{`, ${writeCount(droppedRepeats, 'repeat')} skipped`}</span>}
      </p>
      <p className="text-small wrap-anywhere">
        {speakers.length === 0
          ? 'The transcript has no speaker names.'
          : `Speakers: ${speakers.join(', ')}`}
      </p>
      {warnings.length > 0 && (
        <ul className="grid gap-1 text-small text-danger">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <PreviewLines cues={first} />
      {last.length > 0 && (
        <>
          <p aria-hidden className="text-muted">
            …
          </p>
          <PreviewLines cues={last} />
        </>
      )}
      {skipped && <SkippedPart skipped={skipped} />}
    </div>
  )
}

const skippedColumns: CsvColumns<SkippedLines['lines'][number]> = {
  Line: ({ line }) => String(line),
  Text: ({ text }) => text,
  Reason: ({ reason }) => reason,
}

/** Lists the lines of the text that the parser skipped, each with the reason. */
function SkippedPart({ skipped: { count, lines } }: { skipped: SkippedLines }) {
  const number = count.toLocaleString('en-GB')
  const title = count === 1 ? '1 line skipped' : `${number} lines skipped`
  return (
    <details className="border-t border-line pt-3 text-small" open={count <= shownAtOnce}>
      <summary className="min-h-6 cursor-pointer font-semibold figures">{title}</summary>
      <ul className="mt-2 grid max-h-72 gap-2 overflow-y-auto">
        {lines.map(({ line, text, reason }) => (
          <li key={`${line} ${reason}`}>
            <span className="text-muted figures">Line {line}: </span>
            <q className="wrap-anywhere">{text}</q>
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <p className="mt-2 text-muted">
          {`Only the first ${lines.length.toLocaleString('en-GB')} skipped lines are shown.`}
        </p>
      )}
      <DownloadRowsButton
        className="mt-3"
        label="Skipped lines"
        fileName="skipped-lines"
        columns={skippedColumns}
        read={() => lines}
      />
    </details>
  )
}

const shownAtOnce = 10

function PreviewLines({ cues }: { cues: TranscriptCue[] }) {
  return (
    <ol className="grid gap-1 text-small">
      {cues.map(({ start, speaker, text }, at) => (
        <li key={at} className="grid grid-cols-[4rem_minmax(0,1fr)]">
          <span className="text-muted figures">{formatPosition(Math.floor(start))}</span>
          <span className="wrap-anywhere">
            {speaker !== null && <b className="font-semibold">{speaker}: </b>}
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
