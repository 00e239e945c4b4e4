import { useEffect, useId, useRef } from 'react'
import { DraftGuard } from '#client/admin/draft-guard.tsx'
import { insertIntoField, PlaceholderButtons } from '#client/admin/placeholder-buttons.tsx'
import { Choices } from '#client/ui/choices.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import type { Announcement } from '#features/announcements/contract.ts'
import { announcementLimits } from '#features/announcements/rules.ts'
import { SaveBar } from '#features/sign-in/admin/save-bar.tsx'
import type { AnnouncementDraft, AnnouncementKeeper } from './announcement-draft.ts'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { ApprovalPart, TestForm } from './approval-part.tsx'
import { AudienceField } from './audience-field.tsx'
import { EventChoice, useEventTitles } from './event-choice.tsx'
import { useAnnouncementForm, type AnnouncementFormState } from './use-announcement-form.ts'

type AnnouncementFormProps = {
  announcement: Announcement | undefined
  keeper: AnnouncementKeeper
  /** Initial values in the form of a new announcement. */
  start?: AnnouncementDraft
  onCreated: (id: number) => void
}

/** Form of an announcement's draft: topic, recipients and text, then preview, test mail and sending. */
export function AnnouncementForm({
  announcement,
  keeper,
  start,
  onCreated,
}: AnnouncementFormProps) {
  const titles = useEventTitles()
  const editor = useAnnouncementForm({ announcement, keeper, start, onCreated, ...titles })
  const { draft, change, mistakes } = editor
  const form = useRef<HTMLFormElement>(null)
  const { problem } = editor
  const isDirty = editor.isDirtyNow()
  const wrong = Object.keys(mistakes).length
  // Focus the first invalid field after saving failed.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const ofAudience = Object.entries(mistakes)
    .filter(([field]) => field.startsWith('audience'))
    .map(([, message]) => message)
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Announcement"
        onSubmit={(event) => {
          event.preventDefault()
          if (!editor.isSaving) void editor.save().catch(() => undefined)
        }}
        className="mt-6 [&_:focus]:scroll-mb-28"
      >
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <div className="grid min-w-0 content-start gap-10">
            <Part title="Type">
              <TopicChoice draft={draft} onChange={change} />
              <div>
                <EventChoice
                  label="Event"
                  none={draft.topic === 'news' ? 'No event' : undefined}
                  eventId={draft.eventId}
                  onChange={(eventId) =>
                    change({ eventId, ...(draft.crewOf && { crewOf: eventId ?? undefined }) })
                  }
                />
                {mistakes.eventId && (
                  <p role="alert" className="mt-1.5 text-small font-medium text-danger">
                    {mistakes.eventId}
                  </p>
                )}
              </div>
            </Part>
            <Part title="Recipients">
              <AudienceField
                draft={draft}
                onChange={change}
                titles={titles}
                errors={[...new Set(ofAudience)]}
              />
            </Part>
          </div>
          <Part title="Email">
            <WrittenPart editor={editor} />
          </Part>
        </div>
        <SaveBar
          problem={problem}
          isAtFields={wrong > 0}
          isSaving={editor.isSaving}
          mistakes={wrong}
          standing={isDirty ? 'Unsaved changes' : editor.base && 'Everything is saved'}
        />
      </form>
      {announcement && (
        <>
          <AnnouncementPreview announcement={announcement} isDirty={isDirty} />
          <ApprovalPart
            announcement={announcement}
            isDirty={isDirty}
            saveForTest={editor.saveForTest}
            titles={titles}
            onRemoved={editor.giveUp}
          />
        </>
      )}
      {!announcement && (
        <section aria-labelledby="new-announcement-test" className="mt-12">
          <h2 id="new-announcement-test" className="text-subheading">
            Test and send
          </h2>
          <TestForm test={null} saveForTest={editor.saveForTest} />
        </section>
      )}
      <DraftGuard draft={editor} title="Another administrator changed this announcement" />
    </>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-5">{children}</div>
    </section>
  )
}

const topics = [
  {
    value: 'event',
    label: 'About an event',
    description: 'For people registered for one event, even if they did not agree to updates.',
  },
  {
    value: 'news',
    label: 'Newsletter',
    description: 'Only for people who agreed to updates and have not unsubscribed.',
  },
] as const

type TopicChoiceProps = Pick<AnnouncementFormState, 'draft'> & {
  onChange: AnnouncementFormState['change']
}

function TopicChoice({ draft, onChange }: TopicChoiceProps) {
  const name = useId()
  return (
    <Choices
      legend="Type"
      isLegendHidden
      choices={[...topics]}
      inputOf={(topic) => ({
        name,
        checked: draft.topic === topic,
        onChange: () => onChange({ topic, ...audienceFor(topic, draft) }),
      })}
    />
  )
}

/**
 * Returns the audience, a list of groups of people, after the administrator changed the announcement's topic. With the
 * topic `event`, all groups take the announcement's event. With `news`, each group has an event of its own.
 */
function audienceFor(topic: 'event' | 'news', { any, eventId }: AnnouncementFormState['draft']) {
  if (topic === 'news') {
    const isFresh = any.every((part) => part.eventId === undefined) && eventId === null
    const named = any.map((part) => (eventId === null ? part : { eventId, ...part }))
    return { any: isFresh ? [{ kind: 'updates' as const }] : named }
  }
  const ofEvent = any.filter(({ kind }) => kind !== 'interested' && kind !== 'updates')
  return { any: ofEvent.length > 0 ? ofEvent : [{ kind: 'registered' as const }] }
}

/** Fields for subject and text, with placeholders that are filled in for each recipient. */
function WrittenPart({ editor }: { editor: AnnouncementFormState }) {
  const { draft, change, mistakes } = editor
  const body = useRef<HTMLTextAreaElement>(null)

  return (
    <>
      <Field
        label="Subject"
        required
        maxLength={announcementLimits.subject}
        value={draft.subject}
        error={mistakes.subject}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextArea
        ref={body}
        label="Text"
        required
        description="Format the text like this: # Heading, **bold**, *italic*, - list, [link text](https://…), ![description of a picture](https://…)."
        inputClassName="field-sizing-content min-h-72 max-h-160"
        value={draft.body}
        error={mistakes.body}
        onChange={({ target }) => change({ body: target.value })}
      />
      <PlaceholderButtons
        label="Insert"
        onInsert={(written) => change({ body: insertIntoField(body.current, draft.body, written) })}
      />
    </>
  )
}
