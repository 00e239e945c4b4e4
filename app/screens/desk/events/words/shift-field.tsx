import { Field } from '#app/ui/field.tsx'

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
