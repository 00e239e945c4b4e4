import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import type { DraftKeeper } from '#client/admin/use-draft.ts'
import { DraftGuard } from '#client/admin/draft-guard.tsx'
import { wrongFields } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { siteContent, type SiteState } from '#features/site/admin/site-queries.ts'
import { StepBar, type StepProps } from './step-frame.tsx'
import { useSiteStep, type SiteStep, type SiteStepState, type StepBase } from './use-site-step.ts'

type SiteStepFormProps<Draft extends FieldValues> = StepProps & {
  step: SiteStep<Draft>
  keeper: DraftKeeper<Draft, StepBase>
  children: (state: SiteStepState<Draft>) => ReactNode
}

/** The form of a setup step that edits a part of the site's content and publishes it immediately. */
export function SiteStepForm<Draft extends FieldValues>(props: SiteStepFormProps<Draft>) {
  const query = useQuery({ ...siteContent, refetchOnMount: 'always' })
  const isFresh = query.isFetchedAfterMount || query.error !== null
  return (
    <>
      <NotLoaded
        query={isFresh ? query : { ...query, data: undefined }}
        message="The site's content could not be loaded. Please try again."
        skeleton="mt-6 h-80"
      />
      {isFresh && query.data && <LoadedStep {...props} read={query.data} />}
    </>
  )
}

type Loaded = { read: SiteState }

function LoadedStep<Draft extends FieldValues>({
  read,
  ...props
}: SiteStepFormProps<Draft> & Loaded) {
  const { keeper, step, name, onDone, onSkip } = props
  const state = useSiteStep({
    step,
    name,
    read,
    keeper,
    onSaved: onDone,
  })
  if (read.locked) {
    return (
      <>
        <Notice>{read.reason}</Notice>
        <Button className="mt-6" onClick={onSkip} pending={props.isSkipping}>
          Continue
        </Button>
      </>
    )
  }
  const isAtField = wrongFields(state.problem).length > 0
  return (
    <FormProvider {...state.form}>
      {read.version !== read.published && (
        <Notice>
          The website has unpublished changes. Saving this step publishes them too.{' '}
          <Link to="/admin/site" className="underline underline-offset-4">
            View changes
          </Link>
        </Notice>
      )}
      <form noValidate onSubmit={state.submit} className="mt-7">
        <div className="grid grid-cols-1 gap-5">{props.children(state)}</div>
        <StepBar
          {...props}
          onSkip={() => {
            state.giveUp()
            onSkip()
          }}
          isSaving={state.isSaving}
          problem={state.problem}
          isAtField={isAtField}
        />
      </form>
      <DraftGuard draft={state} title="Another administrator changed the website" />
    </FormProvider>
  )
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="mt-5 flex items-start gap-2.5 rounded-md border border-line bg-raised px-4 py-3 text-small">
      <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
