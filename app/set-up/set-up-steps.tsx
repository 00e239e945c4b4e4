import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { setupState, useSetupMark } from '#features/setup/admin/setup-queries.ts'
import type { Setup } from '#features/setup/contract.ts'
import { stepNames } from '#features/setup/rules.ts'
import { setupSteps, type SetupStep } from '#kernel/values.ts'
import { AddressStep } from './address-step.tsx'
import { CopiesStep } from './copies-step.tsx'
import { EventStep } from './event-step.tsx'
import { LookStep } from './look-step.tsx'
import { MailStep } from './mail-step.tsx'
import { PrivacyStep } from './privacy-step.tsx'
import { SeriesStep } from './series-step.tsx'
import { SetUpEnd } from './set-up-end.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'
import { StepList } from './step-list.tsx'

const steps: { name: SetupStep; Content: ComponentType<StepProps> }[] = [
  { name: 'series', Content: SeriesStep },
  { name: 'look', Content: LookStep },
  { name: 'address', Content: AddressStep },
  { name: 'mail', Content: MailStep },
  { name: 'privacy', Content: PrivacyStep },
  { name: 'copies', Content: CopiesStep },
  { name: 'event', Content: EventStep },
]

/** Returns the next setup step after `from` that is neither done nor skipped; if there is none, the first such step. */
function findNext(setup: Setup, from?: SetupStep): SetupStep | undefined {
  const isLeft = ({ step, state }: Setup['steps'][number]) => state === 'open' && step !== from
  const place = setup.steps.findIndex(({ step }) => step === from)
  return (setup.steps.slice(place + 1).find(isLeft) ?? setup.steps.find(isLeft))?.step
}

/** The setup guide: the list of its steps, the chosen step, and navigation between steps. */
export function SetUpSteps({ setup, chosen }: { setup: Setup; chosen: string | undefined }) {
  const navigate = useNavigate()
  const { refetch } = useQuery(setupState)
  const mark = useSetupMark()
  const noteOpening = useEffectEvent(() => mark.mutate({ mark: 'opened', isSet: true }))
  useEffect(() => {
    if (setup.isNew) noteOpening()
  }, [setup.isNew])

  const step = setupSteps.find((name) => name === chosen)
  const first = findNext(setup)
  if (chosen === undefined && first) return <Navigate to={`/admin/setup/${first}`} replace />

  function goOn(now: Setup) {
    const next = findNext(now, step)
    void navigate(`/admin/setup/${next ?? 'done'}`, { state: { isNext: true } })
  }
  async function refresh(): Promise<boolean> {
    const now = (await refetch()).data
    return now?.steps.find((one) => one.step === step)?.state === 'done'
  }
  const shown = steps.filter(({ name }) => name === step)
  return (
    <div className="mt-7 grid gap-x-12 gap-y-7 lg:grid-cols-[15rem_minmax(0,44rem)]">
      <StepList setup={setup} current={step} />
      {shown.map(({ name, Content }) => (
        <StepFrame key={name} step={name} title={stepNames[name]}>
          <Content
            setup={setup}
            name={name}
            onDone={() => void refetch().then(({ data }) => goOn(data ?? setup))}
            onRefresh={refresh}
            isSkipping={mark.isPending}
            onSkip={() => mark.mutate({ mark: name, isSet: true }, { onSuccess: goOn })}
          />
        </StepFrame>
      ))}
      {shown.length === 0 && <SetUpEnd setup={setup} />}
    </div>
  )
}
