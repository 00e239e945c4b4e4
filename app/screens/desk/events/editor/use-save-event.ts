import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { AdminEvent } from '#shared/contract/events.ts'
import { call, CallError, serverMessage } from '#app/api/call.ts'
import { refusedWith, wrongFields } from '#app/api/refused-with.ts'
import { useEventsChanged } from '#app/screens/desk/events/use-events-changed.ts'
import { changedFields, fieldsOf, placeOf, type EventDraft } from './event-draft.ts'

type Saving = { draft: EventDraft; before: EventDraft; base: AdminEvent | undefined }

/** Creates the event, or sends what was changed with the moment at which it was read. */
async function saveEvent({ draft, before, base }: Saving, timeZone: string): Promise<AdminEvent> {
  if (!base) return call('POST /api/admin/events', { body: fieldsOf(draft, timeZone) })
  const { status: _moved, ...changes } = changedFields(before, draft, timeZone)
  return call('PATCH /api/admin/events/:id', {
    params: { id: base.id },
    body: { ...changes, updatedAt: base.updatedAt },
  })
}

type Ways = {
  form: UseFormReturn<EventDraft>
  timeZone: string
  onSaved: (event: AdminEvent) => void
  /** Somebody else saved first: the row as it is now. */
  onStale: (current: AdminEvent) => void
}

/** Saves the form; what the server refuses is shown at its fields. */
export function useSaveEvent({ form, timeZone, onSaved, onStale }: Ways) {
  const eventsChanged = useEventsChanged()
  return useMutation({
    mutationFn: (saving: Saving) => saveEvent(saving, timeZone),
    onSuccess(event) {
      onSaved(event)
      void eventsChanged()
    },
    onError(error) {
      const current = refusedWith(error, 'event_changed')?.event
      if (current) onStale(current)
      else showFieldErrors(form, error)
    },
  })
}

/** Puts the server's messages at the fields they are about. */
function showFieldErrors(form: UseFormReturn<EventDraft>, error: unknown) {
  let isFirst = true
  for (const { field, message } of wrongFields(error)) {
    const place = placeOf(field, form.getValues())
    if (!place) continue
    form.setError(place, { type: 'server', message }, { shouldFocus: isFirst })
    isFirst = false
  }
}

/** Why nothing was saved, for the place beside the button. */
export function explainSave(error: unknown): string {
  if (!(error instanceof CallError)) {
    return 'The line is not working at the moment. Nothing is lost: please try again.'
  }
  if (error.status === 401) {
    return 'You are signed out. Sign in to the desk in another tab, then save again: nothing here is lost.'
  }
  if (isGone(error)) return 'Somebody deleted this event. What you wrote is still here.'
  return serverMessage(error) ?? 'Something went wrong. Please try again.'
}

/** It stands at the fields already. */
export function isAboutFields(error: unknown): boolean {
  return refusedWith(error, 'invalid_input') !== undefined
}

export function isGone(error: unknown): boolean {
  return refusedWith(error, 'no_such_event') !== undefined
}
