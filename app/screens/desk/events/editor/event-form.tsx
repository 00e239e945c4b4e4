import { useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import type { AdminEvent } from '#shared/contract/events.ts'
import { CardPreview } from './card-preview.tsx'
import type { DraftKeeper } from './draft-keeper.ts'
import { EventFields } from './event-fields.tsx'
import { EventState } from './event-state.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { useEventForm } from './use-event-form.ts'
import { useFieldOfHash } from './use-field-of-hash.ts'

type EventFormProps = {
  /** The row as it was read; nothing for a new event. */
  event: AdminEvent | undefined
  keeper: DraftKeeper
  onCreated: (event: AdminEvent) => void
  onDeleted: () => void
}

/** The event editor: the form, where the event stands, and what it will look like. */
export function EventForm({ event, keeper, onCreated, onDeleted }: EventFormProps) {
  const editor = useEventForm({ event, keeper, onCreated })
  const { form, base, isDirty, stale } = editor
  const fields = useRef<HTMLFormElement>(null)

  useFieldOfHash(fields)

  return (
    <FormProvider {...form}>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:grid-rows-[auto_1fr]">
        {base && (
          <EventState
            event={base}
            isDirty={isDirty}
            onMoved={(changed) => (changed ? editor.rebase(changed) : onDeleted())}
          />
        )}
        <form
          ref={fields}
          noValidate
          aria-label={base ? 'Edit event' : 'Create event'}
          onSubmit={editor.submit}
          // What has the focus stays clear of the bar at the foot.
          className="min-w-0 [&_:focus]:scroll-mb-28 lg:col-start-1 lg:row-span-2 lg:row-start-1"
        >
          <EventFields isNew={!base} />
          <SaveBar editor={editor} />
        </form>
        <CardPreview timeZone={editor.timeZone} />
      </div>
      <LeaveGuard isDirty={editor.isDirtyNow} onLeave={editor.giveUp} />
      {editor.asked && (
        <SaveDialog
          title={editor.asked.draft.title}
          consequences={editor.asked.consequences}
          onSave={editor.asked.save}
          onClose={editor.asked.close}
        />
      )}
      {stale && (
        <StaleDialog
          differences={stale.differences}
          news={stale.news}
          isPending={editor.isSaving}
          onChoose={editor.settle}
          onClose={editor.closeStale}
        />
      )}
    </FormProvider>
  )
}
