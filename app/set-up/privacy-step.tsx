import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/draft-keeper.ts'
import type { Site } from '#kernel/site.ts'
import { writePrivacyPage } from './privacy-page.ts'
import { SiteStepForm } from './site-step-form.tsx'
import { StepChoice, StepField, StepText } from './step-field.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import type { KeptStep, SiteStep } from './use-site-step.ts'

type PrivacyDraft = {
  kind: 'page' | 'address'
  text: string
  address: string
  /** Both are used for the drafted page only. */
  owner: string
  contact: string
  /** The draft from these two; while the page equals it, the page follows their changes. */
  written: string
}

const keeper = createDraftKeeper<KeptStep<PrivacyDraft>>()

const nothingWritten = { owner: '', contact: '', written: '' }

function draftOf({ series, pages }: Site): PrivacyDraft {
  const address = series.privacyUrl ?? ''
  const kind = address === '' ? 'page' : 'address'
  return { kind, address, text: pages.privacy ?? '', ...nothingWritten }
}

function startOf(content: Site): PrivacyDraft {
  const written = writePrivacyPage(known(content, nothingWritten))
  const text = content.pages.privacy ?? written
  return { kind: 'page', address: '', text, ...nothingWritten, written }
}

function known({ series }: Site, { owner, contact }: Pick<PrivacyDraft, 'owner' | 'contact'>) {
  return { series: series.name, owner, contact }
}

function contentOf({ kind, text, address }: PrivacyDraft, content: Site): Site {
  const { privacyUrl: _before, ...series } = content.series
  if (kind === 'address') {
    return { ...content, series: { ...series, privacyUrl: address.trim() } }
  }
  return { ...content, series, pages: { ...content.pages, privacy: text } }
}

function part(name: keyof PrivacyDraft, label: string): DraftPart<PrivacyDraft> {
  return {
    label,
    show: (draft) => draft[name] || 'empty',
    isSame: (one, other) => one[name].trim() === other[name].trim(),
    take: (from, into) => ({ ...into, [name]: from[name] }),
  }
}

const step: SiteStep<PrivacyDraft> = {
  note: 'Set-up: privacy',
  draftOf,
  contentOf,
  parts: [
    part('kind', 'Where the privacy page is'),
    part('text', 'Privacy page'),
    part('address', 'Address of the privacy page'),
  ],
  places: { 'pages.privacy': 'text', 'series.privacyUrl': 'address' },
  mistakesOf: ({ kind, text, address }) => ({
    ...(kind === 'page' && !text.trim() && { text: 'The page is empty' }),
    ...(kind === 'address' && !address.trim() && { address: 'Enter the address of the page' }),
  }),
}

/** The step for the privacy page: on this site, or elsewhere. */
export function PrivacyStep(props: StepProps) {
  const isNew = props.setup.steps.find((one) => one.step === props.name)?.state !== 'done'
  return (
    <>
      <StepLead>
        Every form says where people read what becomes of their data. Here is a page to begin with:
        it says what the site itself keeps. Have somebody who knows your law look at it.
      </StepLead>
      <SiteStepForm {...props} keeper={keeper} step={isNew ? { ...step, startOf } : step}>
        {({ base }) => <PrivacyFields content={base.content} />}
      </SiteStepForm>
    </>
  )
}

function PrivacyFields({ content }: { content: Site }) {
  const { setValue } = useFormContext<PrivacyDraft>()
  const { kind, text, owner, contact, written } = useWatch<PrivacyDraft>() as PrivacyDraft
  const isFollowing = written !== '' && text === written
  // The page follows the two fields until an administrator edits it.
  useEffect(() => {
    const now = writePrivacyPage(known(content, { owner, contact }))
    if (!isFollowing || now === written) return
    setValue('text', now)
    setValue('written', now)
  }, [content, owner, contact, isFollowing, written, setValue])
  const gaps = kind === 'page' ? (text.match(/\[[^\]]{4,}\](?!\()/g) ?? []) : []

  return (
    <>
      <StepChoice<PrivacyDraft>
        name="kind"
        legend="Where is your privacy page?"
        choices={[
          { value: 'page', label: 'Here, at /privacy' },
          { value: 'address', label: 'At another address' },
        ]}
      />
      {kind === 'address' ? (
        <StepField<PrivacyDraft>
          name="address"
          label="Address of the privacy page"
          type="url"
          inputMode="url"
          required
          placeholder="https://…"
        />
      ) : (
        <>
          {isFollowing && (
            <div className="grid gap-5 sm:grid-cols-2">
              <StepField<PrivacyDraft>
                name="owner"
                label="Who is responsible"
                description="You or your organisation, with the address."
                maxLength={200}
              />
              <StepField<PrivacyDraft>
                name="contact"
                label="E-mail for questions"
                type="email"
                maxLength={254}
              />
            </div>
          )}
          <StepText<PrivacyDraft>
            name="text"
            label="Privacy page"
            description="In Markdown: ## before a heading, - before a line of a list, ** around what is bold."
            required
            inputClassName="h-96 resize-y"
            hint={gaps.length > 0 && `Still to be filled in: ${gaps.join(' ')}`}
          />
        </>
      )}
    </>
  )
}
