import { useMutation } from '@tanstack/react-query'
import { explainSave } from '#client/admin/explain-save.ts'
import { call, refusedWith } from '#client/api/call.ts'
import type { AboutToSave } from '#features/events/admin/caused-mails.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { changedFields, fieldsOf, type EventDraft } from './event-draft.ts'

type Saving = { draft: EventDraft; before: EventDraft; base: AdminEvent | undefined }

/**
 * Creates the event, or sends its changed fields with the row's `updatedAt`, so that the server can detect conflicts.
 */
export async function saveEvent(
  { draft, before, base }: Saving,
  timeZone: string,
): Promise<AdminEvent> {
  if (!base) return call('POST /api/admin/events', { body: fieldsOf(draft, timeZone) })
  const { status: _moved, ...changes } = changedFields(before, draft, timeZone)
  return call('PATCH /api/admin/events/:id', {
    params: { id: base.id },
    body: { ...changes, updatedAt: base.updatedAt },
  })
}

/** Returns the text shown beside the save button after a failed save. */
export function explainEventSave(error: unknown): string {
  if (isGone(error)) return 'This event was deleted. Your text is still here.'
  return explainSave(error)
}

/** Returns whether a failed save was refused because of invalid fields, which the form shows already. */
export function isAboutFields(error: unknown): boolean {
  return refusedWith(error, 'invalid_input') !== undefined
}

export function isGone(error: unknown): boolean {
  return refusedWith(error, 'no_such_event') !== undefined
}

/** Returns the changed fields that may cause emails; undefined if there are none. */
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

/** Returns the emails and other consequences of saving; undefined if the administrator need not confirm. */
export async function previewSaving(about: AboutToSave) {
  const preview = await readConsequences(about).catch((error: unknown) => {
    // Ignore validation errors in this preview: saving fails with the same errors and shows them at the fields.
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

/** Returns a mutation that asks the server which emails saving the event form would send. */
export function useSavePreview(timeZone: string) {
  return useMutation({
    async mutationFn(asked: Saving) {
      const about = causesOf(asked, timeZone)
      return about && previewSaving(about)
    },
  })
}

export type SavePreview = NonNullable<ReturnType<typeof useSavePreview>['data']>
