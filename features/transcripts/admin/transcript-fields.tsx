import { fieldBox, FieldFrame, Field } from '#client/ui/field.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import type { TranscriptCue, TranscriptSummary } from '#features/transcripts/contract.ts'
import { findSearchConfig, searchedLanguages } from '#kernel/search-languages.ts'

/** Spoken by guests, too; of these every word is found as it was said. */
const otherLanguages =
  'af am ar bn cs el ha he hi id ig ja ko pl ru rw sn so st sw tn tr uk ur vi xh yo zh zu'.split(
    ' ',
  )
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** `pt-BR` is 'Brazilian Portuguese'; a code that is none stays. */
function nameLanguage(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

type LanguageFieldProps = {
  /** A code; empty where the text is to say it. */
  value: string
  /** What stands for the empty one; left out where a language is known. */
  unsaid?: string
  onChange: (code: string) => void
}

/** In which language is spoken: that decides which forms of a word a search finds. */
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
      description="Decides whether a search for “pricing” finds “price”."
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
          <Options label="Every form of a word is found" languages={sorted.filter(isSearched)} />
          <Options
            label="Words are found as they are typed"
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

/** Whole milliseconds of what was typed as seconds; undefined for what is none. */
export function readShift(text: string): number | undefined {
  const seconds = Number(text.trim().replace(',', '.') || '0')
  const shiftMs = Math.round(seconds * 1000)
  return Number.isFinite(seconds) && Math.abs(shiftMs) <= 43_200_000 ? shiftMs : undefined
}

type ShiftFieldProps = { value: string; onChange: (value: string) => void }

/** Moves every line: a recording that was cut is off by as much everywhere. */
export function ShiftField({ value, onChange }: ShiftFieldProps) {
  return (
    <Field
      label="Move all lines, in seconds"
      description="Where the recording was cut at the beginning: -90 moves every line a minute and a half earlier."
      inputMode="text"
      autoComplete="off"
      className="max-w-md"
      value={value}
      error={readShift(value) === undefined ? 'This must be a number of seconds' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** What was understood: how much, of whom, what to look at, and the first and last lines. */
export function TranscriptPreview({ understood }: { understood: TranscriptSummary }) {
  const { lines, speakers, minutes, language, droppedRepeats, warnings, first, last } = understood
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <p className="font-semibold figures">
        {lines.toLocaleString('en-GB')} {lines === 1 ? 'line' : 'lines'}, {minutes} minutes, in{' '}
        {nameLanguage(language)}
        {droppedRepeats > 0 && `, ${droppedRepeats.toLocaleString('en-GB')} repeats left out`}
      </p>
      <p className="text-small wrap-anywhere">
        {speakers.length === 0 ? 'Nobody is named.' : `Speakers: ${speakers.join(', ')}`}
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
    </div>
  )
}

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
