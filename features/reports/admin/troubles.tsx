import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { read } from '#client/api/call.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { Trouble } from '#features/administrators/contract.ts'

const refreshMs = 60_000

const troubles = read('GET /api/admin/troubles')

/** Shows problems that need attention, at the top of the dashboard; renders nothing without any. */
export function Troubles() {
  const { data } = useQuery({ ...troubles, staleTime: 0, refetchInterval: refreshMs })
  if (!data || data.troubles.length === 0) return null
  return (
    <section
      aria-labelledby="troubles-heading"
      className="rounded-md border border-danger bg-raised"
    >
      <h2 id="troubles-heading" className="sr-only">
        Needs your attention
      </h2>
      <ul className="divide-y divide-line">
        {data.troubles.map((trouble) => (
          <TroubleLine key={`${trouble.kind} ${trouble.message}`} trouble={trouble} />
        ))}
      </ul>
    </section>
  )
}

function TroubleLine({ trouble: { message, to, way, reason } }: { trouble: Trouble }) {
  return (
    <li className="flex items-start gap-2.5 px-4 py-3">
      <CircleAlert aria-hidden size={19} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere figures">
          <span className="font-semibold text-danger">{message}</span>{' '}
          <Link to={to} className={textLinkStyle}>
            {way}
          </Link>
        </p>
        {reason !== null && (
          <details className="mt-1 text-small text-muted">
            <summary className="inline-block py-1">Error details</summary>
            <p className="mt-0.5 font-mono text-caption wrap-anywhere">{reason}</p>
          </details>
        )}
      </div>
    </li>
  )
}
