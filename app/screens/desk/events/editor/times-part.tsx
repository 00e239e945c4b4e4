import { useWatch } from 'react-hook-form'
import { useSite } from '#app/components/use-site.ts'
import { ChoiceField } from './choice-field.tsx'
import { DraftCheckbox, DraftField } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { FormPart } from './form-part.tsx'
import { ResultingInstant } from './resulting-instant.tsx'

/** Date, start and end in the display zone, or free text. Specification, "Events". */
export function TimesPart() {
  const { suffix, zone } = useSite().site.display
  const draft = useWatch<EventDraft>() as EventDraft
  return (
    <FormPart title="When">
      <DraftField
        name="eventDate"
        label="Date"
        type="date"
        description={`In ${zone}. Without one it is announced without a date.`}
        className="max-w-xs"
      />
      <ChoiceField
        name="timeKind"
        legend="Time"
        choices={[
          {
            value: 'clock',
            label: 'Clock time',
            description: 'Reminders, webinar seats and calendar entries go by it.',
          },
          {
            value: 'text',
            label: 'Free text',
            description: 'Shown as it stands. Counts as no time: nothing goes out by itself.',
          },
        ]}
      />
      {draft.timeKind === 'clock' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField name="start" label={`Start (${suffix})`} type="time" />
          <DraftField name="end" label={`End (${suffix})`} type="time" />
        </div>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField
            name="eventTime"
            label="Time as text"
            placeholder={`18:00 - 19:00 ${suffix}`}
            maxLength={120}
          />
          <DraftField name="eventEndTime" label="End as text" maxLength={120} />
        </div>
      )}
      <ResultingInstant draft={draft} />
      <DraftCheckbox
        name="dateConfirmed"
        label="Date confirmed"
        description="Once the event is upcoming and has a clock time: the pre-registered are told by mail, reminders and webinar seats start."
      />
    </FormPart>
  )
}
