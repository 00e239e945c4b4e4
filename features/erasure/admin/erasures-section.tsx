import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { pathOf, call } from '#client/api/call.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Erasure } from '#features/erasure/contract.ts'
import { writeCount } from '#kernel/write-count.ts'

const path = 'GET /api/admin/erasures'
const atOnce = 5
type Task = Erasure['tasks'][number]

const providers: Record<Task['provider'], string> = { zoom: 'Zoom', mailerlite: 'MailerLite' }
const tones: Record<Task['state'], BadgeTone> = {
  waiting: 'neutral',
  done: 'success',
  failed: 'danger',
}

/**
 * Lists the erasures of people by number, with their results at Zoom and MailerLite. Renders nothing if
 * there are none.
 */
export function ErasuresSection() {
  const { data, error, refetch } = useQuery({
    queryKey: [pathOf(path)],
    queryFn: ({ signal }) => call(path, { signal }),
    staleTime: 0,
  })
  const [isWhole, setWhole] = useState(false)
  if (!error && !data?.length) return null
  const shown = isWhole ? data : data?.slice(0, atOnce)
  return (
    <section aria-labelledby="erasures-heading" className="mt-14">
      <h2 id="erasures-heading" className="text-heading">
        Erased people
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        Names and emails of erased people are not kept, so each erasure has only a number.
      </p>
      {!data && error && (
        <LoadFailed
          error={error}
          message="The erasures could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      {shown && (
        <Card className="mt-4">
          <ul aria-label="Erasures, newest first">
            {shown.map((erasure) => (
              <ErasureLine key={erasure.number} erasure={erasure} />
            ))}
          </ul>
        </Card>
      )}
      {data && shown && data.length > shown.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setWhole(true)}>
          {`Show ${writeCount(data.length - shown.length, 'earlier erasure')}`}
        </Button>
      )}
    </section>
  )
}

function ErasureLine({ erasure: { number, erasedAt, isKept, tasks } }: { erasure: Erasure }) {
  const format = useFormatInstant()
  return (
    <li
      aria-label={`Erasure ${number}`}
      className="grid gap-x-5 gap-y-2 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
    >
      <p className="figures">
        <span className="font-semibold">Erasure {number}</span>, {format(erasedAt)}
      </p>
      <ul aria-label="Outcome" className="grid min-w-0 gap-1.5">
        {tasks.map(({ provider, state, outcome }, index) => (
          // Use the index as React key: several entries may be equal, because Zoom gets one deletion request per
          // webinar.
          <li key={index} className="wrap-anywhere">
            <Badge tone={tones[state]}>
              {providers[provider]}: {state}
            </Badge>{' '}
            {outcome}
          </li>
        ))}
        {tasks.length === 0 && (
          <li className="text-muted">The person was not in Zoom or MailerLite.</li>
        )}
        {!isKept && (
          <li className="text-danger">
            Not finished: deleting stored emails, or recording the erasure for restored backups. The
            server tries again automatically.
          </li>
        )}
      </ul>
    </li>
  )
}
