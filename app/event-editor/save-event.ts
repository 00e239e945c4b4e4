import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { explainSave } from '#client/admin/explain-save.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import type { AboutToSave } from '#features/events/admin/caused-mails.tsx'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
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
export function explainEventSave(error: unknown): string {
  if (isGone(error)) return 'Somebody deleted this event. What you wrote is still here.'
  return explainSave(error)
}

/** It stands at the fields already. */
export function isAboutFields(error: unknown): boolean {
  return refusedWith(error, 'invalid_input') !== undefined
}

export function isGone(error: unknown): boolean {
  return refusedWith(error, 'no_such_event') !== undefined
}

/** Of what is about to be saved that from which mails may follow; nothing where none can. */
function causesOf({ draft, before, base }: Saving, timeZone: string): AboutToSave | undefined {
  if (!base) return { created: fieldsOf(draft, timeZone) }
  const changed = changedFields(before, draft, timeZone)
  const { dateConfirmed, eventDate, eventTime, eventEndTime, videoUrl, recordingReady } = changed
  const { publishAt } = changed
  const times = { dateConfirmed, eventDate, eventTime, eventEndTime }
  const changes = { ...times, videoUrl, recordingReady, publishAt }
  const isAny = Object.values(changes).some((value) => value !== undefined)
  return isAny ? { eventId: base.id, changes } : undefined
}

/** Returns which emails saving would send and what it would bring about; undefined if there is nothing to ask. */
export async function previewSaving(about: AboutToSave) {
  const preview = await readConsequences(about).catch((error: unknown) => {
    // Saving shows messages about fields at the fields.
    if (isAboutFields(error)) return undefined
    throw error
  })
  const isWorthAsking = preview && (preview.saving.length > 0 || preview.mails.length > 0)
  return isWorthAsking ? { ...preview, about } : undefined
}

async function readConsequences(about: AboutToSave) {
  if ('created' in about) {
    const reply = await call('POST /api/admin/events/consequences', { body: about.created })
    return { ...reply, saving: [] }
  }
  const { eventId: id, changes } = about
  return call('POST /api/admin/events/:id/consequences', { params: { id }, body: { changes } })
}

/** Asks, before the form is saved, who is told of what by that. Specification, "Events". */
export function useSavePreview(timeZone: string) {
  return useMutation({
    async mutationFn(asked: Saving) {
      const about = causesOf(asked, timeZone)
      return about && previewSaving(about)
    },
  })
}

export type SavePreview = NonNullable<ReturnType<typeof useSavePreview>['data']>
