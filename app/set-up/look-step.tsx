import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/draft-keeper.ts'
import { finishedLooks, type Look } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'
import { SiteStepForm } from './site-step.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import type { KeptStep, SiteStep } from './use-site-step.ts'

type LookDraft = { look: Look }

const keeper = createDraftKeeper<KeptStep<LookDraft>>()

const whole: DraftPart<LookDraft> = {
  label: 'Look',
  show: ({ look }) => `${look.accent}, ${look.scheme}, ${look.fonts}, ${look.corners}`,
  isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  take: (from) => from,
}

const step: SiteStep<LookDraft> = {
  note: 'Set-up: look',
  draftOf: ({ look }: Site) => ({ look }),
  contentOf: ({ look }, content) => ({ ...content, look }),
  parts: [whole],
  places: { 'look.accent': 'look.accent', 'look.scheme': 'look.scheme' },
}

/** How the site looks: a finished look to begin with, and its own accent. */
export function LookStep(props: StepProps) {
  return (
    <>
      <StepLead>
        Pages, mails and this desk take it over. Every other colour is derived from the accent, so
        that text can always be read.
      </StepLead>
      <SiteStepForm {...props} keeper={keeper} step={step}>
        {() => <LookFieldsOfStep />}
      </SiteStepForm>
    </>
  )
}

const names: Record<keyof typeof finishedLooks, string> = {
  lamplight: 'Lamplight',
  daylight: 'Daylight',
  paper: 'Paper',
}

function LookFieldsOfStep() {
  const { setValue } = useFormContext<LookDraft>()
  const { logo, ...chosen } = useWatch<LookDraft, 'look'>({ name: 'look' })
  return (
    <fieldset>
      <legend className="font-semibold">Begin with</legend>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {Object.entries(finishedLooks).map(([name, look]) => (
          <label
            key={name}
            className="flex cursor-pointer items-center gap-3 rounded-md border border-line-strong p-3 has-checked:border-accent has-checked:bg-raised"
          >
            <input
              type="radio"
              name="finished-look"
              className="size-6 shrink-0"
              checked={JSON.stringify(look) === JSON.stringify(chosen)}
              onChange={() => setValue('look', { ...look, ...(logo && { logo }) })}
            />
            <span
              aria-hidden
              className="size-8 rounded-full border border-line"
              style={{ background: look.accent }}
            />
            {names[name as keyof typeof names]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
