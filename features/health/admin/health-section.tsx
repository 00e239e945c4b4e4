import { useQuery } from '@tanstack/react-query'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { read } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { HealthFinding } from '#features/health/contract.ts'
import { checkNames, type HealthState } from '#features/health/rules.ts'

/** Others are called: only when somebody presses the button. */
const health = { ...read('GET /api/admin/health'), enabled: false, retry: false, staleTime: 0 }

const words = { red: 'Mend now', yellow: 'Look at it', green: 'Fine' } as const
const tones = { red: 'danger', yellow: 'accent', green: 'success' } as const
const order: HealthState[] = ['red', 'yellow', 'green']

/** Everything that the site stands on, looked at on request: a line each, what needs somebody first. */
export function HealthSection() {
  const looked = useQuery(health)
  const format = useFormatInstant()
  const { checkedAt, findings = [] } = looked.data ?? {}
  const sorted = order.flatMap((state) => findings.filter((one) => one.state === state))
  const open = findings.filter(({ state }) => state !== 'green').length
  return (
    <section id="health" aria-labelledby="health-heading" className="scroll-mt-20">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="health-heading" tabIndex={-1} className="text-subheading outline-none">
          Health
        </h2>
        <Button
          variant="secondary"
          pending={looked.isFetching}
          onClick={() => void looked.refetch({ cancelRefetch: false })}
        >
          {looked.isFetching ? 'Looking...' : 'Look now'}
        </Button>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Settings, folder, database, queue, mail server, the sender's domain, the public address and
        copies are looked at, for some seconds. Nothing is changed or sent.
      </p>
      <output className="block text-small text-muted">
        {checkedAt && !looked.isFetching && (
          <span className="mt-3 block">
            {open === 0 ? 'All is fine' : `${open} of ${findings.length} lines need a look`}, as of{' '}
            {format(checkedAt)}.
          </span>
        )}
      </output>
      {looked.isFetched && (
        <NotLoaded
          query={looked}
          words="The site's health could not be looked at. Please try again."
          skeleton="mt-4 h-96"
        />
      )}
      {sorted.length > 0 && (
        <Card className="mt-4">
          <ul aria-label="Health" className="divide-y divide-line">
            {sorted.map((finding) => (
              <FindingLine key={finding.check} {...finding} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function FindingLine({ check, state, message }: HealthFinding) {
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-start">
        <h3 className="font-sans text-base leading-snug font-semibold">{checkNames[check]}</h3>
        <Badge tone={tones[state]}>{words[state]}</Badge>
      </div>
      <p className="min-w-0 wrap-anywhere">{message}</p>
    </li>
  )
}
