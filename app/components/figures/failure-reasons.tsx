import { useQuery } from '@tanstack/react-query'
import { call } from '#app/api/call.ts'

const looked = 100

/** Why mails about an event were given up, the most frequent reason first. */
export function FailureReasons({ eventId }: { eventId: number }) {
  const { data } = useQuery({
    queryKey: ['/api/admin/messages', 'failed', eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/messages', {
        query: { eventId, state: 'failed', limit: looked },
        signal,
      }),
    retry: false,
  })
  if (!data || data.deliveries.length === 0) return null
  const counts = new Map<string, number>()
  for (const { lastError } of data.deliveries) {
    const reason = lastError ?? 'No reason was given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts].toSorted((a, b) => b[1] - a[1])
  return (
    <ul aria-label="Why mails failed" className="mt-4 grid gap-1 text-small text-danger">
      {reasons.map(([reason, times]) => (
        <li key={reason} className="wrap-anywhere figures">
          {times.toLocaleString('en-GB')} × {reason}
        </li>
      ))}
    </ul>
  )
}
