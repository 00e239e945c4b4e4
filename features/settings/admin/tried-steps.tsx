import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { TriedStep } from '#features/settings/contract.ts'
import { stepNames } from './area-labels.ts'

export function TriedSteps({
  steps,
  isPending,
}: {
  steps: TriedStep[] | undefined
  isPending: boolean
}) {
  if (isPending) {
    return (
      <p className="mt-5 flex items-center gap-3 text-small text-muted">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
        Each step takes up to ten seconds.
      </p>
    )
  }
  if (!steps) return null
  return (
    <ul aria-label="Test result" className="mt-5 grid rounded-md border border-line">
      {steps.map((one) => (
        <li
          key={`${one.step} ${one.about}`}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line px-4 py-3 first:border-t-0 sm:grid-cols-[auto_9rem_minmax(0,1fr)]"
        >
          <StepIcon step={one} />
          <span className="font-semibold wrap-anywhere">{one.about || stepNames[one.step]}</span>
          <span className="col-start-2 text-small leading-6 wrap-anywhere text-muted sm:col-start-3">
            {one.message}
          </span>
        </li>
      ))}
    </ul>
  )
}

function StepIcon({ step: { isGood, outcome } }: { step: TriedStep }) {
  if (outcome === 'not_tried') {
    return <CircleDashed aria-hidden size={20} className="mt-0.5 text-muted" />
  }
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <span className={`mt-0.5 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon aria-hidden size={20} />
      <span className="sr-only">{isGood ? 'Good:' : 'Failed:'}</span>
    </span>
  )
}
