import { type ReactNode, useId } from 'react'
import { Choices } from '#client/ui/choices.tsx'
import { Field, FieldFrame } from '#client/ui/field.tsx'
import { leastOfControls, measureAccent, modesOf, type Mode } from '#kernel/look-colours.ts'
import {
  cornerForms,
  finishedLooks,
  fontPairs,
  refuseAccent,
  schemes,
  writeRatio,
  type FinishedLook,
  type Look,
} from '#kernel/look.ts'
import { LookSwatch } from './look-swatch.tsx'

type LookFieldsProps = {
  look: Look
  onChange: (look: Look) => void
  /** The server's error messages about the choices, by field, such as `accent` or `logo.dark`. */
  errors?: Record<string, string | undefined>
  /** Fields for uploading the logo. Absent in the set-up, where pictures cannot be uploaded yet. */
  logo?: ReactNode
}

/** Renders the presets for the site's colours, fonts and corners, and a field for each of these choices. */
export function LookFields({ look, onChange, errors = {}, logo }: LookFieldsProps) {
  const change = (part: Partial<Look>) => onChange({ ...look, ...part })
  return (
    <div className="grid gap-8">
      <FinishedLooks look={look} onChoose={change} />
      <AccentField look={look} error={errors.accent} onChange={(accent) => change({ accent })} />
      <LookChoices
        legend="Light or dark"
        chosen={look.scheme}
        choices={schemes.map((value) => ({ value, ...schemeWords[value] }))}
        onChoose={(scheme) => change({ scheme })}
        error={errors.scheme}
      />
      <LookChoices
        legend="Typefaces"
        chosen={look.fonts}
        choices={fontPairs.map((value) => ({ value, ...fontWords[value] }))}
        onChoose={(fonts) => change({ fonts })}
        error={errors.fonts}
      />
      <LookChoices
        legend="Corners"
        chosen={look.corners}
        choices={cornerForms.map((value) => ({ value, ...cornerWords[value] }))}
        onChoose={(corners) => change({ corners })}
        error={errors.corners}
      />
      {logo}
    </div>
  )
}

const finishedWords: Record<keyof typeof finishedLooks, { label: string; description: string }> = {
  lamplight: { label: 'Lamplight', description: 'Warm amber on dark plum, a narrow serif' },
  daylight: { label: 'Daylight', description: 'Always light, sober blue, square corners' },
  paper: { label: 'Paper', description: 'Brick red on cream, round corners' },
}

const schemeWords: Record<Look['scheme'], Words> = {
  visitor: {
    label: 'As visitors prefer',
    description: "Follows the setting of the visitor's device.",
  },
  light: { label: 'Always light', description: 'For all visitors.' },
  dark: { label: 'Always dark', description: 'For all visitors.' },
}

const fontWords: Record<Look['fonts'], Words> = {
  serif: { label: 'Narrow serif', description: 'Imbue for headings, Figtree for text.' },
  sans: {
    label: 'Sober sans',
    description: 'Bricolage Grotesque for headings, Instrument Sans for text.',
  },
}

const cornerWords: Record<Look['corners'], Words> = {
  square: {
    label: 'Square',
    description: 'Buttons, fields, cards and pictures have square corners.',
  },
  soft: { label: 'Soft', description: 'Slightly rounded corners.' },
  round: { label: 'Round', description: 'Strongly rounded corners.' },
}

type Words = { label: string; description: string }

/** Renders the presets for the site's look. Choosing one replaces all colours, fonts and corners, but not the logo. */
function FinishedLooks({
  look,
  onChoose,
}: {
  look: Look
  onChoose: (finished: FinishedLook) => void
}) {
  return (
    <fieldset>
      <legend className="font-semibold">Start from a preset</legend>
      <div className="mt-2 grid gap-4 sm:grid-cols-3">
        {Object.entries(finishedLooks).map(([name, finished]) => {
          const { label, description } = finishedWords[name as keyof typeof finishedLooks]
          const isChosen = Object.entries(finished).every(
            ([key, value]) => look[key as keyof FinishedLook] === value,
          )
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(finished)}
              className="flex flex-col overflow-hidden rounded-lg border border-line-strong bg-surface text-left hover:border-glow aria-pressed:outline-3 aria-pressed:outline-glow"
            >
              <span
                className={`w-full ${finished.scheme === 'visitor' ? 'grid grid-rows-2' : 'grid'}`}
              >
                {modesOf(finished.scheme).map((mode) => (
                  <LookSwatch key={mode} look={finished} mode={mode} />
                ))}
              </span>
              <span className="block px-4 py-3">
                <span className="block font-semibold">{label}</span>
                <span className="block text-small text-muted">{description}</span>
              </span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

type AccentFieldProps = {
  look: Look
  error: string | undefined
  onChange: (accent: string) => void
}

/** Renders the field for the accent colour, from which all other colours are derived, with its contrast. */
function AccentField({ look, error, onChange }: AccentFieldProps) {
  const accent = look.accent.trim().toLowerCase()
  const isKnown = isColour(accent)
  const refused = isKnown
    ? refuseAccent(accent, look.scheme)
    : 'The accent colour must be a code such as #ffb54a'
  return (
    <div>
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4 sm:max-w-md">
        <FieldFrame label="Pick" className="" id={undefined} required>
          {(framed) => (
            <input
              {...framed}
              type="color"
              aria-label="Pick the accent colour"
              value={isKnown ? accent : '#000000'}
              onChange={({ target }) => onChange(target.value)}
              className="mt-1.5 block h-12 w-full cursor-pointer rounded-md border border-line-strong bg-sunken p-1"
            />
          )}
        </FieldFrame>
        <Field
          label="Accent colour"
          required
          value={look.accent}
          onChange={({ target }) => onChange(target.value)}
          error={refused ?? error}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      {isKnown && <Measures accent={accent} look={look} />}
    </div>
  )
}

/** Renders the accent colour's contrast in light and dark mode, and the colours derived from it. */
function Measures({ accent, look }: { accent: string; look: Look }) {
  const shown = { ...look, accent }
  return (
    <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
      {modesOf(look.scheme).map((mode) => (
        <li key={mode}>
          <div className="overflow-hidden rounded-md border border-line">
            <LookSwatch look={shown} mode={mode} />
          </div>
          <p className="mt-2 text-small text-muted">{describeMeasure(accent, mode)}</p>
        </li>
      ))}
    </ul>
  )
}

function describeMeasure(accent: string, mode: Mode) {
  const ratio = measureAccent(accent, mode)
  const measured = `${mode} backgrounds (contrast ${writeRatio(ratio)})`
  return ratio >= leastOfControls
    ? `Easy to see on ${measured}.`
    : `Hard to see on ${measured}, so buttons get a border.`
}

type LookChoicesProps<Value extends string> = {
  legend: string
  chosen: Value
  choices: (Words & { value: Value })[]
  onChoose: (value: Value) => void
  error: string | undefined
}

/** Renders a radio group that calls `onChoose` on each choice. */
function LookChoices<Value extends string>(props: LookChoicesProps<Value>) {
  const { chosen, onChoose, ...choices } = props
  const name = useId()
  return (
    <Choices
      {...choices}
      inputOf={(value) => ({
        name,
        checked: value === chosen,
        onChange: () => onChoose(value),
      })}
    />
  )
}
