import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { Setup, StepState } from '#features/setup/contract.ts'
import { stepNames } from '#features/setup/rules.ts'
import type { SetupStep } from '#kernel/values.ts'

const stateLabels: Record<StepState, string> = { done: 'Done', open: '', skipped: 'Not done yet' }

/** All setup steps with their states: numbers in a row on phones, names on wide screens. */
export function StepList({ setup, current }: { setup: Setup; current: SetupStep | undefined }) {
  return (
    <ol
      aria-label="Setup steps"
      className="flex gap-1 lg:sticky lg:top-20 lg:grid lg:gap-0.5 lg:self-start"
    >
      {setup.steps.map(({ step, state }, index) => (
        <li key={step} className="min-w-0 grow lg:grow-0">
          <Link
            to={`/admin/setup/${step}`}
            aria-current={step === current ? 'step' : undefined}
            className="group flex min-h-11 items-center gap-3 rounded-md py-1.5 text-small max-lg:justify-center lg:px-2.5 aria-[current]:bg-raised aria-[current]:font-semibold"
          >
            <span
              aria-hidden
              className={`grid size-7 shrink-0 place-items-center rounded-full border text-caption font-semibold figures group-hover:border-glow ${stepLook(state, step === current)}`}
            >
              {state === 'done' ? <Check size={15} strokeWidth={3} /> : index + 1}
            </span>
            <span className="min-w-0 max-lg:sr-only">
              {stepNames[step]}
              {stateLabels[state] && (
                <span className="block text-caption font-normal text-muted">
                  <span className="sr-only">: </span>
                  {stateLabels[state]}
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function stepLook(state: StepState, isCurrent: boolean) {
  if (state === 'done') return 'border-success text-success'
  if (isCurrent) return 'border-accent-edge bg-accent text-accent-ink'
  return state === 'skipped' ? 'border-dashed border-line-strong text-muted' : 'border-line-strong'
}
