import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { LogoUpload } from '#features/site/admin/logo-upload.tsx'
import { LookFields } from '#features/site/admin/look-fields.tsx'
import { refuseAccent, type Look } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'
import { SiteStepForm } from './site-step-form.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import type { SiteStep, StepBase } from './use-site-step.ts'

type LookDraft = { look: Look }

const keeper = createDraftKeeper<LookDraft, StepBase>()

const whole: DraftPart<LookDraft> = {
  label: 'Look',
  show: ({ look }) =>
    [look.accent, look.scheme, look.fonts, look.corners, look.logo && 'with a logo']
      .filter(Boolean)
      .join(', '),
  isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  take: (from) => from,
}

const step: SiteStep<LookDraft> = {
  note: 'Setup guide: look',
  draftOf: ({ look }: Site) => ({ look }),
  contentOf: ({ look }, content) => ({ ...content, look }),
  parts: [whole],
  places: { 'look.accent': 'look.accent' },
  mistakesOf({ look }) {
    const refused = refuseAccent(look.accent, look.scheme)
    return refused ? { 'look.accent': refused } : {}
  },
}

/** Setup step for the site's look: a preset, and an accent colour. */
export function LookStep(props: StepProps) {
  return (
    <>
      <StepLead>
        The look applies to pages and emails. All other colours are derived from the accent colour,
        so that text stays readable.
      </StepLead>
      <SiteStepForm {...props} keeper={keeper} step={step}>
        {() => <LookOfStep />}
      </SiteStepForm>
    </>
  )
}

function LookOfStep() {
  const { getValues, setValue, clearErrors, getFieldState, formState } = useFormContext<LookDraft>()
  const look = useWatch<LookDraft, 'look'>({ name: 'look' })
  return (
    <LookFields
      look={look}
      onChange={(chosen) => {
        clearErrors()
        setValue('look', chosen)
      }}
      errors={{ accent: getFieldState('look.accent', formState).error?.message }}
      logo={
        <LogoUpload
          look={look}
          onChange={(logo) => setValue('look', { ...getValues('look'), logo })}
        />
      }
    />
  )
}
