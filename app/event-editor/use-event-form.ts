import { useState } from 'react'
import { type FieldErrors, type Resolver, useWatch } from 'react-hook-form'
import { useDraft } from '#client/admin/use-draft.ts'
import { refusedWith, wrongFields } from '#client/api/call.ts'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { useSite } from '#client/page/use-site.ts'
import { describeBadInput } from '#client/ui/bad-input.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import {
  changedFields,
  draftOf,
  emptyDraft,
  findNewMistakes,
  placeOf,
  withoutUnusedTimes,
  type EventDraft,
  type EventDraftKeeper,
} from './event-draft.ts'
import { eventParts } from './event-parts.ts'
import { saveEvent, type SavePreview, useSavePreview } from './save-event.ts'

type Given = {
  event: AdminEvent | undefined
  keeper: EventDraftKeeper
  /** The values with which the form of a new event starts. */
  initial?: EventDraft | undefined
  onCreated: ((event: AdminEvent) => void) | undefined
}

/**
 * State of the event form: the row that it is based on, the typed values, and conflicting changes by other
 * administrators.
 */
export function useEventForm({ event, keeper, initial = emptyDraft, onCreated }: Given) {
  const { display } = useSite().site
  const { zone } = display
  const eventsChanged = useEventsChanged()
  const draftFrom = (row: AdminEvent | undefined) => (row ? draftOf(row, zone) : initial)
  const saving = (draft: EventDraft, base: AdminEvent | undefined) => ({
    draft: base ? draft : withoutUnusedTimes(draft, initial),
    before: draftFrom(base),
    base,
  })

  const editor = useDraft<EventDraft, AdminEvent | undefined>({
    keeper,
    page: String(event?.id ?? 'new'),
    stored: event,
    draftOf: draftFrom,
    isSame: (one, other) => Object.keys(changedFields(one, other, zone)).length === 0,
    partsOf: () => eventParts(display),
    resolver: (base) => findErrors(base && draftFrom(base), zone, initial),
    send: (draft, base) => saveEvent(saving(draft, base), zone),
    findCurrent: (error) => refusedWith(error, 'event_changed')?.event,
    onSaved(saved, before) {
      if (!saved) return
      const isNew = saved.id !== before?.id
      showToast({ title: isNew ? 'Event Created' : 'Event Saved', description: saved.title })
      if (isNew) onCreated?.(saved)
      void eventsChanged(saved)
    },
    onRefused(error) {
      const draft = editor.form.getValues()
      const places = wrongFields(error).map(({ field, message }) => ({
        field: placeOf(field, draft),
        message,
      }))
      showMistakes(editor.form, places)
    },
  })
  const { form, base, isDirtyNow, conflict } = editor
  // Rerender when a form value changes.
  useWatch({ control: form.control })
  const isDirty = isDirtyNow()
  const save = (...sent: Parameters<typeof editor.save>) =>
    void editor.save(...sent).catch(() => undefined)

  const told = useSavePreview(zone)
  const [asked, setAsked] = useState<{ draft: EventDraft; preview: SavePreview }>()

  function saveDraft(typed: EventDraft) {
    if (base && !isDirty) {
      showToast({ title: 'Nothing to Save', description: 'Everything is already saved.' })
      return
    }
    editor.dismiss()
    told.mutate(saving(typed, base), {
      onSuccess(preview) {
        if (preview) setAsked({ draft: typed, preview })
        else save(typed)
      },
    })
  }

  return {
    ...editor,
    isDirty,
    timeZone: zone,
    submit: (submitted: React.FormEvent) => void form.handleSubmit(saveDraft)(submitted),
    isSaving: editor.isSaving || told.isPending,
    problem: editor.problem ?? told.error,
    /** The emails that saving would send; set while the administrator is asked to confirm. */
    asked: asked && {
      ...asked,
      save() {
        setAsked(undefined)
        save(asked.draft)
      },
      close: () => setAsked(undefined),
    },
    /** Saves the typed values as a new event, for an event that was deleted while it was edited. */
    makeNew: () => save(form.getValues(), { from: undefined }),
    news: conflict?.current ? describeNews(base, conflict.current) : [],
  }
}

/** Returns a form resolver that finds errors of changed fields, and dates or times that are typed incompletely. */
function findErrors(
  before: EventDraft | undefined,
  zone: string,
  initial: EventDraft,
): Resolver<EventDraft> {
  return (draft, _context, { fields }) => {
    const used = before ? draft : withoutUnusedTimes(draft, initial)
    const mistakes = Object.entries(findNewMistakes(before, used, zone))
    const halves = Object.entries(fields).map(
      ([name, field]) => [name, describeBadInput(field?.ref)] as const,
    )
    const errors: FieldErrors<EventDraft> = {
      ...Object.fromEntries(mistakes.map(([name, message]) => [name, { type: 'form', message }])),
      ...Object.fromEntries(
        halves.flatMap(([name, message]) =>
          message ? [[name, { type: 'bad-input', message }]] : [],
        ),
      ),
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} }
  }
}

export type EventFormState = ReturnType<typeof useEventForm>

/** Describes another administrator's changes that no field of the event form shows: cancelling and restoring. */
function describeNews(base: AdminEvent | undefined, current: AdminEvent): string[] {
  const wasCancelled = (base?.cancelledAt ?? null) !== null
  const isCancelled = current.cancelledAt !== null
  if (wasCancelled === isCancelled) return []
  return [
    isCancelled
      ? 'The other administrator cancelled the event.'
      : 'The other administrator undid the cancellation.',
  ]
}
