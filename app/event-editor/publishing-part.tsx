import { useWatch } from 'react-hook-form'
import { useSite } from '#client/page/use-site.ts'
import { ChoiceField, DraftField, FormPart } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'

/** Form fields of an event's visibility: published, draft, or scheduled. */
export function PublishingPart() {
  const { suffix, zone } = useSite().site.display
  const publishing = useWatch<EventDraft, 'publishing'>({ name: 'publishing' })
  return (
    <FormPart title="Visibility">
      <ChoiceField
        name="publishing"
        legend="Visibility"
        isLegendHidden
        choices={[
          {
            value: 'now',
            label: 'Published',
            description: 'Visitors see the event and its page.',
          },
          {
            value: 'draft',
            label: 'Draft',
            description: 'Only administrators see the event. No emails are sent.',
          },
          {
            value: 'moment',
            label: 'Scheduled',
            description: 'Published automatically at the time you choose.',
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
