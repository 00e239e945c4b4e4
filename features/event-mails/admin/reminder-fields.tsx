import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { fieldBox } from '#client/ui/field.tsx'
import { reminderLimits } from '#kernel/reminder-times.ts'
import { type ReminderRow, type ReminderUnit, reminderUnits } from './reminder-rows.ts'

type ReminderFieldsProps = {
  rows: ReminderRow[]
  onChange: (rows: ReminderRow[]) => void
  error: string | undefined
}

/** Renders up to four reminder times, each a number of days, hours or minutes before the start. */
export function ReminderFields({ rows, onChange, error }: ReminderFieldsProps) {
  const id = useId()
  const change = (at: number, row: Partial<ReminderRow>) =>
    onChange(rows.map((one, index) => (index === at ? { ...one, ...row } : one)))
  return (
    <fieldset aria-describedby={`${id}-error`} className="min-w-0">
      <legend className="font-semibold">Reminders</legend>
      {rows.length === 0 && <p className="mt-1.5 text-muted">No reminders.</p>}
      <ul className="grid gap-2">
        {rows.map((row, at) => (
          <li key={at} className="flex flex-wrap items-center gap-x-2">
            <input
              type="number"
              inputMode="numeric"
              min={1}
              aria-label={`Reminder ${at + 1}`}
              aria-invalid={error ? true : undefined}
              value={row.amount}
              onChange={({ target }) => change(at, { amount: target.value })}
              className={`${fieldBox} h-12 w-20!`}
            />
            <select
              aria-label={`Unit of reminder ${at + 1}`}
              value={row.unit}
              onChange={({ target }) => change(at, { unit: target.value as ReminderUnit })}
              className={`${fieldBox} h-12 w-28!`}
            >
              {reminderUnits.map((unit) => (
                <option key={unit}>{unit}</option>
              ))}
            </select>
            <span className="mt-1.5 text-muted">before</span>
            <button
              type="button"
              aria-label={`Remove reminder ${at + 1}`}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
              className="mt-1.5 grid size-11 place-items-center rounded-md text-muted hover:text-danger"
            >
              <Trash2 aria-hidden size={18} />
            </button>
          </li>
        ))}
      </ul>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-danger">
        {error ?? ''}
      </p>
      {rows.length < reminderLimits.most && (
        <Button
          variant="secondary"
          className="px-4! text-small!"
          onClick={() => onChange([...rows, { amount: '', unit: 'hours' }])}
        >
          <Plus aria-hidden size={17} />
          Add reminder
        </Button>
      )}
    </fieldset>
  )
}
