import { queryOptions, useQuery } from '@tanstack/react-query'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, pathOf } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Card } from '#client/ui/card.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { eventStart } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { describeLead } from '#kernel/reminder-times.ts'
import { writeCount } from '#kernel/write-count.ts'

function plannedMailsOf(eventId: number) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/planned-mails'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/planned-mails', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

/** Returns the name of a reminder with its time: `Reminder, a day before`. */
function nameReminder(event: AdminEvent, kind: MailKind, at: string) {
  const name = kind.startsWith('crew_') ? 'Crew: reminder' : 'Reminder'
  const start = eventStart(event)
  if (!start) return name
  return `${name}, ${describeLead((start.getTime() - Date.parse(at)) / 60_000)} before`
}

type PlannedMailsProps = {
  event: AdminEvent
  /** Explains why no mails are planned; shown in place of the list. */
  none: string
}

/** Lists the reminders of an event that are still to be sent, with their times and numbers of recipients. */
export function PlannedMails({ event, none }: PlannedMailsProps) {
  const format = useFormatInstant()
  const query = useQuery(plannedMailsOf(event.id))
  const planned = query.data
  return (
    <>
      <NotLoaded query={query} message="The planned emails could not be loaded." skeleton="h-20" />
      {planned?.length === 0 && <p className="text-muted">{none}</p>}
      {planned && planned.length > 0 && (
        <Card>
          <ul aria-label="Planned emails" className="divide-y divide-line">
            {planned.map(({ kind, at, count }) => (
              <li
                key={`${kind} ${at}`}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 text-small sm:px-5"
              >
                <span className="font-semibold">{nameReminder(event, kind, at)}</span>
                <span className="text-muted figures">
                  {format(at)} · {writeCount(count, 'recipient')}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
