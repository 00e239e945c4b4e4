import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import type { Site } from '#kernel/site.ts'
import { writePrivacyPage } from './privacy-page.ts'
import { SiteStepForm } from './site-step-form.tsx'
import { StepChoice, StepField, StepText } from './step-field.tsx'
import { StepLead, type StepProps } from './step-frame.tsx'
import type { SiteStep, StepBase } from './use-site-step.ts'

type PrivacyDraft = {
  kind: 'page' | 'address'
  text: string
  address: string
  /** `owner` and `contact` are not saved; they only complete the drafted page. */
  owner: string
  contact: string
  /**
   * The text that was last drafted from `owner` and `contact`. While `text` still equals this draft, a change of
   * `owner` or `contact` drafts both again.
   */
  written: string
}

const keeper = createDraftKeeper<PrivacyDraft, StepBase>()

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
  note: 'Setup guide: privacy page',
  draftOf,
  contentOf,
  parts: [
    part('kind', 'Location of the privacy page'),
    part('text', 'Privacy page'),
    part('address', 'URL of the privacy page'),
  ],
  places: { 'pages.privacy': 'text', 'series.privacyUrl': 'address' },
  mistakesOf: ({ kind, text, address }) => ({
    ...(kind === 'page' && !text.trim() && { text: 'Enter the text of the page' }),
    ...(kind === 'address' && !address.trim() && { address: 'Enter the URL of the page' }),
  }),
}

/** Setup step for the privacy page: a page of this site, or the URL of another. */
export function PrivacyStep(props: StepProps) {
  const isNew = props.setup.steps.find((one) => one.step === props.name)?.state !== 'done'
  return (
    <>
      <StepLead>
        Every form links to your privacy page. This draft describes the data that Greenroom stores.
        Have it reviewed by someone who knows the law in your country.
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
  // Draft the page again when `owner` or `contact` changes, unless the administrator has edited the text.
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
        legend="Privacy page"
        choices={[
          { value: 'page', label: 'On this site, at /privacy' },
          { value: 'address', label: 'On another site' },
        ]}
      />
      {kind === 'address' ? (
        <StepField<PrivacyDraft>
          name="address"
          label="URL of the privacy page"
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
                label="Data controller"
                description="Name and postal address of you or your organisation. Inserted into the text below."
                maxLength={200}
              />
              <StepField<PrivacyDraft>
                name="contact"
                label="Contact email"
                description="The address for questions about privacy. Inserted into the text below."
                type="email"
                maxLength={254}
              />
            </div>
          )}
          <StepText<PrivacyDraft>
            name="text"
            label="Privacy page"
            description="Format the text like this: ## heading, - list item, **bold**."
            required
            inputClassName="h-96 resize-y"
            hint={
              gaps.length > 0 &&
              `Replace these placeholders, because visitors see them: ${gaps.join(' ')}`
            }
          />
        </>
      )}
    </>
  )
}
