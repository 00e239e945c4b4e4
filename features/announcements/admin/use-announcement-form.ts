import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useDraft } from '#client/admin/use-draft.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { Announcement } from '#features/announcements/contract.ts'
import {
  announcementParts,
  draftOf,
  isSameDraft,
  writtenOf,
  type AnnouncementDraft,
  type AnnouncementKeeper,
} from './announcement-draft.ts'
import { announcementOf, announcementsKey } from './announcement-queries.ts'

type FormOptions = {
  /** The saved announcement; undefined for a new one. */
  announcement: Announcement | undefined
  keeper: AnnouncementKeeper
  /** Initial values in the form of a new announcement. */
  start?: AnnouncementDraft | undefined
  titleOf: (eventId: number) => string
  /** Called with the announcement's id after a new announcement was saved. */
  onCreated: (id: number) => void
}

/**
 * Returns the state of the form: stored announcement, unsaved changes, and conflicts with other administrators'
 * saves.
 */
export function useAnnouncementForm({
  announcement,
  keeper,
  start,
  titleOf,
  onCreated,
}: FormOptions) {
  const queryClient = useQueryClient()
  const editor = useDraft<AnnouncementDraft, Announcement | undefined>({
    keeper,
    page: String(announcement?.id ?? 'new'),
    stored: announcement,
    isNewer: (stored, base) =>
      stored !== undefined && base !== undefined && stored.updatedAt > base.updatedAt,
    draftOf: (base) => draftOf(base, start),
    isSame: isSameDraft,
    partsOf: () => announcementParts(titleOf),
    send(draft, base) {
      const { eventId, ...body } = writtenOf(draft)
      if (!base) {
        return call('POST /api/admin/announcements', {
          body: { ...body, eventId: eventId ?? undefined },
        })
      }
      return call('PATCH /api/admin/announcements/:id', {
        params: { id: base.id },
        body: { ...body, eventId, updatedAt: base.updatedAt },
      })
    },
    findCurrent(error, base) {
      if (!base || !refusedWith(error, 'announcement_changed')) return undefined
      return queryClient.fetchQuery({ ...announcementOf(base.id), staleTime: 0 })
    },
    onSaved(saved, before) {
      if (!saved) return
      queryClient.setQueryData(announcementOf(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...announcementsKey, 'page'] })
      showToast({
        title: 'Draft Saved',
        description: 'No one gets the announcement until you send it.',
      })
      if (!before) onCreated(saved.id)
    },
    async onRefused(error, base) {
      if (base && refusedWith(error, 'announcement_approved')) {
        // Refetch the announcement. The page then shows how many mails were sent, and below it the unsaved text.
        await queryClient.invalidateQueries({ queryKey: announcementOf(base.id).queryKey })
      }
    },
  })

  return {
    ...editor,
    draft: useWatch({ control: editor.form.control }) as AnnouncementDraft,
    mistakes: Object.fromEntries(
      wrongFields(editor.problem).map(({ field, message }) => [
        field.replaceAll(/\[(\d+)\]/g, '.$1'),
        message,
      ]),
    ),
    /** Saves unsaved changes, if any, and returns the announcement's id; throws if saving fails. */
    async saveForTest(): Promise<number> {
      const { base } = editor
      if (base && !editor.isDirtyNow()) return base.id
      return (await editor.save())!.id
    },
  }
}

export type AnnouncementFormState = ReturnType<typeof useAnnouncementForm>
