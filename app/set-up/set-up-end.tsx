import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink, buttonStyle } from '#client/ui/button.tsx'
import { useSetupMark } from '#features/setup/admin/setup-queries.ts'
import type { Setup } from '#features/setup/contract.ts'
import { stepNames } from '#features/setup/rules.ts'
import { SampleLeft } from './sample-left.tsx'

/** The last page of the setup guide: remaining steps, and a link to the site. */
export function SetUpEnd({ setup }: { setup: Setup }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const left = setup.steps.filter(({ state }) => state !== 'done')
  return (
    <section aria-labelledby="set-up-end" className="min-w-0">
      <h2 ref={heading} id="set-up-end" tabIndex={-1} className="text-heading outline-none">
        {left.length === 0 ? 'Your series is set up' : 'You can finish setting up later'}
      </h2>
      {left.length > 0 && (
        <>
          <p className="mt-3 max-w-reading text-muted">These steps are not done yet.</p>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {left.map(({ step }) => (
              <li key={step}>
                <Link
                  to={`/admin/setup/${step}`}
                  className="flex min-h-12 items-center font-medium text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
                >
                  {stepNames[step]}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink href="/">View site</ButtonLink>
        <Link to="/admin" className={buttonStyle('secondary')}>
          Dashboard
        </Link>
      </div>
      <SampleLeft sample={setup.sample} />
      {left.length > 0 && <Dismissal isDismissed={setup.isDismissed} />}
    </section>
  )
}

/** Lets the administrator choose whether the dashboard keeps showing the remaining setup steps. */
function Dismissal({ isDismissed }: { isDismissed: boolean }) {
  const mark = useSetupMark()
  return (
    <div className="mt-10 border-t border-line pt-5">
      <p className="text-small text-muted">
        {isDismissed
          ? 'The remaining steps are hidden on the dashboard. The setup guide is under Settings.'
          : 'The dashboard shows the remaining steps until they are done.'}
      </p>
      <Button
        variant="quiet"
        className="px-0! text-small!"
        pending={mark.isPending}
        onClick={() => mark.mutate({ mark: 'dismissed', isSet: !isDismissed })}
      >
        {isDismissed ? 'Show on the dashboard' : 'Hide on the dashboard'}
      </Button>
    </div>
  )
}
