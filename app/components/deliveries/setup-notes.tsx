import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { messageSetup } from './delivery-queries.ts'

/** From whom mails go out, and what is not set and what that means. */
export function SetupNotes() {
  const { data } = useQuery(messageSetup)
  if (!data) return null
  return (
    <div className="mt-4 grid gap-3 text-small">
      <p className="wrap-anywhere text-muted">
        {data.isSending ? 'Mails go out from ' : 'Mails would go out from '}
        <span className="font-semibold text-ink">{data.from}</span>; their links lead to{' '}
        <span className="font-semibold text-ink">{data.origin}</span>.
      </p>
      {data.notes.length > 0 && (
        <ul className="grid gap-2 rounded-md border border-line bg-raised px-4 py-3">
          {data.notes.map((note) => (
            <li key={note} className="flex items-start gap-2.5 wrap-anywhere">
              <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
              <span className="min-w-0">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
