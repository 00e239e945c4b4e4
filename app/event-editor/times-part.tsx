import { useWatch } from 'react-hook-form'
import { useSite } from '#client/page/use-site.ts'
import { formatEventDate, formatEventTime, parseInstant } from '#kernel/event-time.ts'
import { ChoiceField, DraftCheckbox, DraftField, FormPart } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { resolveTimes } from './event-times.ts'

/** Form fields of an event's date, start and end in the display zone, or free text instead of times. */
export function TimesPart() {
  const { suffix, zone } = useSite().site.display
  const clock = suffix || zone
  const draft = useWatch<EventDraft>() as EventDraft
  return (
    <FormPart title="Date and time">
      <DraftField
        name="eventDate"
        label="Date"
        type="date"
        description={`Time zone: ${zone}. Leave empty until the date is known.`}
        className="sm:max-w-xs"
      />
      <ChoiceField
        name="timeKind"
        legend="Time"
        choices={[
          {
            value: 'clock',
            label: 'Clock time',
            description: 'Used for reminders, calendar entries and Zoom registrations.',
          },
          {
            value: 'text',
            label: 'Text',
            description: 'Visitors see the text as you write it. No automatic emails are sent.',
          },
        ]}
      />
      {draft.timeKind === 'clock' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField name="start" label={`Start (${clock})`} type="time" />
          <DraftField name="end" label={`End (${clock})`} type="time" />
        </div>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField
            name="eventTime"
            label="Start as text"
            placeholder={`18:00 - 19:00 ${suffix}`.trim()}
            maxLength={120}
          />
          <DraftField name="eventEndTime" label="End as text" maxLength={120} />
        </div>
      )}
      <ResultingInstant draft={draft} />
      <DraftCheckbox
        name="dateConfirmed"
        label="Date confirmed"
        description="Tick this when the date is final, then save. Starts reminders and Zoom registrations, and emails the date to people who pre-registered."
      />
    </FormPart>
  )
}

function rangeIn(timeZone: string, start: Date, end: Date | undefined) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return end ? format.formatRange(start, end) : format.format(start)
}

/** Shows the entered time as visitors see it, in UTC, and in the administrator's time zone. */
function ResultingInstant({ draft }: { draft: EventDraft }) {
  const { display } = useSite().site
  const { eventDate, eventTime, eventEndTime, endsNextDay } = resolveTimes(draft, display.zone)
  const times = { status: draft.status, eventDate, eventTime, eventEndTime }
  const shown = [formatEventDate(times, display.zone), formatEventTime(times, display)]
  const start = parseInstant(eventTime)
  const end = parseInstant(eventEndTime)
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <output className="block rounded-md border border-line bg-canvas px-4 py-3 text-small figures">
      <span className="block">
        Visitors see: <strong>{shown.filter(Boolean).join(', ') || 'no date yet'}</strong>
        {endsNextDay && <span>{' (ends the next day)'}</span>}
      </span>
      {start && (
        <span className="mt-1 block text-muted">
          {rangeIn('UTC', start, end)} UTC
          {own !== 'UTC' && own !== display.zone && (
            <>{` · in your time zone: ${rangeIn(own, start, end)} (${own.replaceAll('_', ' ')})`}</>
          )}
        </span>
      )}
    </output>
  )
}
