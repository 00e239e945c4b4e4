import { formatEventDate, formatEventTime, parseInstant } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'
import type { EventDraft } from './event-draft.ts'
import { resolveTimes } from './event-times.ts'

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

/** What was entered, said back: as visitors see it, in UTC, and on the clock of whoever types. */
export function ResultingInstant({ draft }: { draft: EventDraft }) {
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
        {endsNextDay && ' (it ends on the next day)'}
      </span>
      {start && (
        <span className="mt-1 block text-muted">
          {rangeIn('UTC', start, end)} UTC
          {own !== 'UTC' && own !== display.zone && (
            <>
              ; on your clock {rangeIn(own, start, end)} ({own.replaceAll('_', ' ')})
            </>
          )}
        </span>
      )}
    </output>
  )
}
