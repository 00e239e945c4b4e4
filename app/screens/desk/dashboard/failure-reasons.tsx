import { useQuery } from '@tanstack/react-query'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'

const looked = 100

/** Reasons with how often each was given, the most frequent first. */
function countReasons(rows: { lastError: string | null }[], what: string) {
  const counts = new Map<string, number>()
  for (const { lastError } of rows) {
    const reason = `${what}: ${lastError ?? 'no reason was given'}`
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

/** Why mails about an event and seats in its webinar were given up. */
export function FailureReasons({ eventId }: { eventId: number }) {
  const query = { eventId, state: 'failed', limit: looked } as const
  const { data: reasons = [] } = useQuery({
    queryKey: [pathOf('GET /api/admin/figures'), 'failures', eventId],
    async queryFn({ signal }) {
      const [{ deliveries: outboxEntries }, { seats: webinarSeats }] = await Promise.all([
        call('GET /api/admin/messages', { query, signal }),
        call('GET /api/admin/seats', { query, signal }),
      ])
      return [...countReasons(outboxEntries, 'Mail'), ...countReasons(webinarSeats, 'Seat')]
    },
    staleTime: 0,
  })
  if (reasons.length === 0) return null
  return (
    <ul aria-label="Why it failed" className="mt-4 grid gap-1 text-small text-danger">
      {reasons.map(([reason, times]) => (
        <li key={reason} className="wrap-anywhere figures">
          {times.toLocaleString('en-GB')} × {reason}
        </li>
      ))}
    </ul>
  )
}
