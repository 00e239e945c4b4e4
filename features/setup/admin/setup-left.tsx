import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { stepNames } from '#features/setup/rules.ts'
import { setupState, useSetupMark } from './setup-queries.ts'

/** Renders the remaining setup steps on the dashboard, until all are done or an administrator hides them. */
export function SetupLeft() {
  const { data } = useQuery(setupState)
  const mark = useSetupMark()
  const left = data?.steps.filter(({ state }) => state !== 'done') ?? []
  if (!data || data.isDismissed || left.length === 0) return null
  const done = data.steps.length - left.length
  return (
    <section
      aria-labelledby="setup-left-heading"
      className="rounded-md border border-line bg-raised px-4 py-4 sm:px-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="setup-left-heading" className="text-subheading">
          Finish setting up
        </h2>
        <p className="text-small text-muted figures">
          {done} of {data.steps.length} steps done
        </p>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2">
        {left.map(({ step }) => (
          <li key={step}>
            <Link
              to={`/admin/setup/${step}`}
              className={buttonStyle('secondary', 'medium', 'px-3.5! text-small!')}
            >
              {stepNames[step]}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-6">
        <Link to="/admin/setup" className={buttonStyle('quiet', 'medium', 'px-0! text-small!')}>
          Setup guide
        </Link>
        <Button
          variant="quiet"
          className="px-0! text-small!"
          pending={mark.isPending}
          onClick={() => mark.mutate({ mark: 'dismissed', isSet: true })}
        >
          Hide
        </Button>
      </div>
    </section>
  )
}
