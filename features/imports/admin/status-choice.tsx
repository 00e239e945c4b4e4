import { Checkbox } from '#client/ui/checkbox.tsx'
import type { AttendeeList, Matching } from './read-attendees.ts'

type StatusChoiceProps = {
  list: AttendeeList
  isDisabled: boolean
  onChange: (matching: Matching) => void
}

export function StatusChoice({ list, isDisabled, onChange }: StatusChoiceProps) {
  const { statuses, matching } = list
  if (statuses.length === 0 || !list.hasEmails) return null
  return (
    <fieldset className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <legend className="float-left mb-1 text-subheading font-semibold">Statuses to import</legend>
      <div className="clear-both grid gap-x-6 @xl:grid-cols-2">
        {statuses.map(({ key, label, count, isTaken }) => (
          <Checkbox
            key={key}
            className="wrap-anywhere"
            label={`${label} (${count.toLocaleString('en')})`}
            checked={isTaken}
            disabled={isDisabled}
            onChange={({ target }) =>
              onChange({ ...matching, statuses: { ...matching.statuses, [key]: target.checked } })
            }
          />
        ))}
      </div>
      <p className="mt-2 text-small text-muted">
        Only rows with a status chosen here are imported.
        {statuses.some(({ isNegative }) => isNegative) && (
          <span>
            {' '}
            People marked as unsubscribed, bounced or deleted get no newsletters, but emails about
            their event.
          </span>
        )}
      </p>
    </fieldset>
  )
}
