import { useWatch } from 'react-hook-form'
import { useSite } from '#client/page/use-site.ts'
import { ChoiceField, DraftField, FormPart } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'

/** The event's visibility: published, draft, or scheduled. */
export function PublishingPart({ isNew }: { isNew: boolean }) {
  const { suffix, zone } = useSite().site.display
  const publishing = useWatch<EventDraft, 'publishing'>({ name: 'publishing' })
  return (
    <FormPart title="Publishing">
      <ChoiceField
        name="publishing"
        legend="Visitors see it"
        choices={[
          {
            value: 'now',
            label: isNew ? 'At once' : 'Now',
            description: 'Wherever its status puts it, with a page of its own.',
          },
          {
            value: 'draft',
            label: 'Not yet: a draft',
            description: 'Nobody sees it or is told of it until you publish it.',
          },
          {
            value: 'moment',
            label: 'From a moment on',
            description: 'A draft until then, and published by itself.',
          },
        ]}
      />
      {publishing === 'moment' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField
            name="publishDay"
            label="Publish on"
            type="date"
            description={`In ${zone}.`}
          />
          <DraftField name="publishTime" label={`Publish at (${suffix || zone})`} type="time" />
        </div>
      )}
    </FormPart>
  )
}
