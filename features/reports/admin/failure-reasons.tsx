import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pathOf, call } from '#client/api/call.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { explainMailFailure } from '#features/mails/rules.ts'

const looked = 100

type Reason = { words: string; said: string | null; times: number }

/**
 * Counts the error messages of failed mails or Zoom registrations. Returns each in the words of `explain` with its
 * number, most frequent first.
 */
function countReasons(
  rows: { lastError: string | null }[],
  explain: (said: string | null) => string,
): Reason[] {
  const reasons = new Map<string, Reason>()
  for (const { lastError: said } of rows) {
    const words = explain(said)
    const known = reasons.get(words)
    if (known) known.times += 1
    else reasons.set(words, { words, said: said === words ? null : said, times: 1 })
  }
  return [...reasons.values()].toSorted((one, other) => other.times - one.times)
}

const ofMail = (said: string | null) =>
  said === null ? 'No reason given.' : explainMailFailure(said)
const ofWebinarSeat = (said: string | null) => said ?? 'No reason given.'

/** Lists why mails and Zoom registrations of an event failed, with links to the failed rows. */
export function FailureReasons({ eventId }: { eventId: number }) {
  const query = { eventId, state: 'failed', limit: looked } as const
  const { data } = useQuery({
    queryKey: [pathOf('GET /api/admin/figures'), 'failures', eventId],
    async queryFn({ signal }) {
      const [mails, seats] = await Promise.all([
        call('GET /api/admin/messages', { query, signal }),
        call('GET /api/admin/seats', { query, signal }),
      ])
      return {
        mails: countReasons(mails.deliveries, ofMail),
        seats: countReasons(seats.seats, ofWebinarSeat),
      }
    },
    staleTime: 0,
  })
  if (!data || data.mails.length + data.seats.length === 0) return null
  const search = `?eventId=${eventId}&state=failed`
  return (
    <ul aria-label="Reasons for failures" className="mt-4 grid gap-2 text-small">
      {data.mails.map((reason) => (
        <ReasonLine
          key={reason.words}
          what="Email"
          to={`/admin/email/sent${search}`}
          reason={reason}
        />
      ))}
      {data.seats.map((reason) => (
        <ReasonLine
          key={reason.words}
          what="Zoom registration"
          to={`/admin/people/zoom${search}`}
          reason={reason}
        />
      ))}
    </ul>
  )
}

type ReasonLineProps = { what: 'Email' | 'Zoom registration'; to: string; reason: Reason }

function ReasonLine({ what, to, reason: { words, said, times } }: ReasonLineProps) {
  const count = times.toLocaleString('en-GB')
  return (
    <li className="wrap-anywhere figures">
      <span className="text-danger">
        {count} × {what}: {words}
      </span>{' '}
      <Link to={to} className={`inline-flex min-h-6 items-center ${textLinkStyle}`}>
        {what === 'Email' ? 'View sent email' : 'View Zoom registrations'}
      </Link>
      {said !== null && <span className="block text-caption text-muted">{said}</span>}
    </li>
  )
}
