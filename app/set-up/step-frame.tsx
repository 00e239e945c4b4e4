import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { explainSave } from '#client/admin/explain-save.ts'
import { Button } from '#client/ui/button.tsx'
import type { Setup } from '#features/setup/contract.ts'
import { setupSteps, type SetupStep } from '#kernel/values.ts'

export type StepProps = {
  setup: Setup
  name: SetupStep
  /** Called after saving; opens the next incomplete step of the setup guide. */
  onDone: () => void
  /**
   * Called after a change that may not complete this setup step: reloads the setup guide's state and returns whether
   * the step is now complete.
   */
  onRefresh: () => Promise<boolean>
  onSkip: () => void
  isSkipping: boolean
}

type StepFrameProps = { step: SetupStep; title: string; children: ReactNode }

/** A setup step with its heading. The heading takes the focus when the step follows another. */
export function StepFrame({ step, title, children }: StepFrameProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = useLocation() as { state: { isNext?: boolean } | null }
  const isNext = state?.isNext === true
  useEffect(() => {
    if (!isNext) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [isNext])
  return (
    <section aria-labelledby={id} className="min-w-0">
      <p className="text-small text-muted figures">
        {`Step ${setupSteps.indexOf(step) + 1} of ${setupSteps.length}`}
      </p>
      <h2 ref={heading} id={id} tabIndex={-1} className="mt-0.5 text-heading outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The introductory paragraph of a setup step. */
export function StepLead({ children }: { children: ReactNode }) {
  return <p className="mt-3 max-w-reading text-muted">{children}</p>
}

type StepBarProps = Pick<StepProps, 'setup' | 'name' | 'onSkip' | 'isSkipping'> & {
  /** Label of the save button; absent if there is nothing to save. */
  label?: string
  isSaving?: boolean
  problem?: Error | undefined
  /** Whether a form field already shows this error. The message at the button then only points to the field. */
  isAtField?: boolean
}

/** The end of a setup step's form: buttons to save and continue, or to skip. */
export function StepBar({ setup, name, label = 'Save and continue', ...props }: StepBarProps) {
  const { problem } = props
  const state = setup.steps.find(({ step }) => step === name)?.state
  return (
    <div className="mt-8 border-t border-line pt-5">
      <div aria-live="polite">
        {problem && (
          <p
            role="alert"
            className="mb-4 flex items-start gap-2 text-small font-medium text-danger"
          >
            <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
            {props.isAtField ? 'Correct the marked field above.' : explainSave(problem)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={props.isSaving ?? false}>
          {props.isSaving ? 'Saving...' : label}
        </Button>
        {state !== 'done' && (
          <Button variant="secondary" pending={props.isSkipping} onClick={props.onSkip}>
            Skip this step
          </Button>
        )}
      </div>
    </div>
  )
}

type StepEndProps = Pick<StepProps, 'setup' | 'name' | 'onDone' | 'onSkip' | 'isSkipping'> & {
  /** Whether an operation of this setup step, such as making a backup, is in progress. */
  isBusy?: boolean
}

/** The end of a setup step whose forms have their own save buttons: buttons to continue or to skip. */
export function StepEnd({ setup, name, onDone, onSkip, isSkipping, isBusy }: StepEndProps) {
  const isDone = setup.steps.find(({ step }) => step === name)?.state === 'done'
  return (
    <div className="mt-8 border-t border-line pt-5">
      {isDone ? (
        <Button onClick={onDone}>Continue</Button>
      ) : (
        <Button variant="secondary" pending={isSkipping} onClick={onSkip}>
          {isBusy ? 'Continue while it runs' : 'Skip this step'}
        </Button>
      )}
    </div>
  )
}

/** Optional content in a disclosure. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group mt-7 rounded-md border border-line bg-raised">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 font-semibold hover:text-glow sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
        {title}
      </summary>
      <div className="px-4 pt-2 pb-5 sm:px-5">{children}</div>
    </details>
  )
}
