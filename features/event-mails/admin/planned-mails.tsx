import { queryOptions, useQuery } from '@tanstack/react-query'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, pathOf } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Card } from '#client/ui/card.tsx'
import { mailNames } from '#kernel/mail-kinds.ts'
import { writeCount } from '#kernel/write-count.ts'

function plannedMailsOf(eventId: number) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/planned-mails'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/planned-mails', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

type PlannedMailsProps = {
  eventId: number
  /** Text shown if no mails are planned; explains why. */
  none: string
}

/** Lists the reminders of an event that are still to be sent, with their times and numbers of recipients. */
export function PlannedMails({ eventId, none }: PlannedMailsProps) {
  const format = useFormatInstant()
  const query = useQuery(plannedMailsOf(eventId))
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
                key={kind}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 text-small sm:px-5"
              >
                <span className="font-semibold">{mailNames[kind]}</span>
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
