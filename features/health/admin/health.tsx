import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { read } from '#client/api/call.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { HealthFinding } from '#features/health/contract.ts'
import { checkNames, healthStates, type HealthState } from '#features/health/rules.ts'

/** Query for the results of the health checks, refetched on each visit and on request because they are soon stale. */
const health = { ...read('GET /api/admin/health'), staleTime: 0, gcTime: 0, retry: false }

/** Renders the results of the health checks, most urgent first, each with instructions. */
export function Health() {
  const { data, error, isFetching, refetch } = useQuery(health)
  const format = useFormatInstant()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading>Health</PageHeading>
        <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden size={17} />
          Check again
        </Button>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Checks mail, backups, database and providers, and explains how to fix problems. On the
        command line: <code className="font-mono text-[0.92em]">npm run doctor</code>
      </p>
      <div className="mt-6">
        <output className="block min-h-6 text-small text-muted figures">
          {isFetching && <span>Takes up to twelve seconds.</span>}
          {!isFetching && data && (
            <span>{`${summarise(data.findings)} Checked ${format(data.checkedAt)}.`}</span>
          )}
        </output>
        {data && (
          <div className="mt-6 grid gap-8">
            {pressingFirst.map((state) => (
              <Findings key={state} state={state} findings={data.findings} />
            ))}
          </div>
        )}
        {!data && !error && <Skeleton className="mt-4 h-96" />}
        {!data && error && (
          <LoadFailed
            error={error}
            message="The checks could not be run. Please try again."
            onRetry={refetch}
          />
        )}
      </div>
    </>
  )
}

const pressingFirst = healthStates.toReversed()

const titles: Record<HealthState, string> = {
  red: 'Fix now',
  yellow: 'Check',
  green: 'OK',
}

function summarise(findings: HealthFinding[]): string {
  const count = (state: HealthState) => findings.filter((one) => one.state === state).length
  const [red, yellow] = [count('red'), count('yellow')]
  if (red === 0 && yellow === 0) return 'Everything is OK.'
  const told = [red > 0 && `${red} to fix now`, yellow > 0 && `${yellow} to check`]
  return `${told.filter(Boolean).join(', ')}, ${count('green')} OK.`
}

function Findings({ state, findings }: { state: HealthState; findings: HealthFinding[] }) {
  const own = findings.filter((one) => one.state === state)
  if (own.length === 0) return null
  const heading = `health-${state}`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-subheading">
        {titles[state]}
      </h2>
      <Card className="mt-3">
        <ul aria-labelledby={heading}>
          {own.map(({ check, message }) => (
            <li
              key={`${check} ${message}`}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-t border-line px-4 py-3.5 first:border-t-0 sm:grid-cols-[auto_11rem_minmax(0,1fr)] sm:px-5"
            >
              {icons[state]}
              <h3 className="font-sans text-base leading-6 font-semibold">{checkNames[check]}</h3>
              <p
                className={`col-start-2 text-small leading-6 wrap-anywhere sm:col-start-3 ${state === 'green' ? 'text-muted' : ''}`}
              >
                {message}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

const icons: Record<HealthState, ReactNode> = {
  red: <CircleAlert aria-hidden size={20} className="mt-0.5 text-danger" />,
  yellow: <TriangleAlert aria-hidden size={20} className="mt-0.5 text-warning" />,
  green: <CircleCheck aria-hidden size={20} className="mt-0.5 text-success" />,
}
