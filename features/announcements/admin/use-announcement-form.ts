import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { compareDrafts, mergeDrafts } from '#client/admin/compare-drafts.ts'
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
  /** What a new one starts with. */
  start?: AnnouncementDraft | undefined
  titleOf: (eventId: number) => string
  /** Called with the id after a new announcement was saved. */
  onCreated: (id: number) => void
}

/** Holds the form's state: base version, changes, and saves by other administrators. */
export function useAnnouncementForm({
  announcement,
  keeper,
  start,
  titleOf,
  onCreated,
}: FormOptions) {
  const queryClient = useQueryClient()
  const page = String(announcement?.id ?? 'new')
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState(restored ? restored.base : announcement)
  const [draft, setDraft] = useState(restored?.draft ?? draftOf(announcement, start))
  const [stale, setStale] = useState<Announcement>()
  const latest = useRef({ base, draft, isGivenUp: false })
  useEffect(() => void Object.assign(latest.current, { base, draft }))

  function isDirtyNow() {
    const { isGivenUp, ...now } = latest.current
    return !isGivenUp && !isSameDraft(draftOf(now.base, start), now.draft)
  }

  useEffect(() => {
    keeper.keep(page, undefined)
    latest.current.isGivenUp = false
    const state = latest.current
    return () => {
      const isKept = !state.isGivenUp && !isSameDraft(draftOf(state.base, start), state.draft)
      keeper.keep(page, isKept ? { draft: state.draft, base: state.base } : undefined)
    }
  }, [keeper, page, start])

  function goOnFrom(next: Announcement, shown: AnnouncementDraft) {
    Object.assign(latest.current, { base: next, draft: shown })
    setBase(next)
    setDraft(shown)
  }

  // The query may refetch, e.g. on Refresh; adopt its version only without unsaved changes.
  const newest = announcement?.updatedAt
  useEffect(() => {
    const isNewer = announcement && newest !== latest.current.base?.updatedAt
    if (isNewer && !isDirtyNow()) goOnFrom(announcement, draftOf(announcement, start))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a newer text matters
  }, [newest])

  const save = useMutation({
    mutationFn({ written, from }: { written: AnnouncementDraft; from: Announcement | undefined }) {
      const { eventId, ...body } = writtenOf(written)
      if (!from) {
        return call('POST /api/admin/announcements', {
          body: { ...body, eventId: eventId ?? undefined },
        })
      }
      return call('PATCH /api/admin/announcements/:id', {
        params: { id: from.id },
        body: { ...body, eventId, updatedAt: from.updatedAt },
      })
    },
    onSuccess(saved, { from }) {
      setStale(undefined)
      queryClient.setQueryData(announcementOf(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...announcementsKey, 'page'] })
      showToast({ title: 'Draft Saved', description: 'No one gets it until you send it.' })
      if (from) goOnFrom(saved, draftOf(saved))
      else {
        latest.current.isGivenUp = true
        onCreated(saved.id)
      }
    },
    async onError(error, { from }) {
      if (from && refusedWith(error, 'announcement_approved')) {
        // The page then shows the progress, and the unsaved text next to it.
        await queryClient.invalidateQueries({ queryKey: announcementOf(from.id).queryKey })
      }
      if (!from || !refusedWith(error, 'announcement_changed')) return
      setStale(await queryClient.fetchQuery({ ...announcementOf(from.id), staleTime: 0 }))
    },
  })

  function settle(keepsMine: (label: string) => boolean) {
    if (!stale || !base) return
    const theirs = draftOf(stale)
    const three = { before: draftOf(base, start), theirs, mine: draft }
    const merged = mergeDrafts(three, announcementParts(titleOf), keepsMine)
    goOnFrom(stale, merged)
    if (isSameDraft(theirs, merged)) {
      setStale(undefined)
      save.reset()
      showToast({
        title: 'Nothing Left to Save',
        description: "The form shows the other administrator's version.",
      })
    } else save.mutate({ written: merged, from: stale })
  }

  const mistakes = Object.fromEntries(
    wrongFields(save.error).map(({ field, message }) => [
      field.replaceAll(/\[(\d+)\]/g, '.$1'),
      message,
    ]),
  )

  return {
    draft,
    change(changes: Partial<AnnouncementDraft>) {
      setDraft({ ...draft, ...changes })
      // Hide the old errors while the form is being corrected.
      if (save.isError) save.reset()
    },
    base,
    isDirty: !isSameDraft(draftOf(base, start), draft),
    isDirtyNow,
    /** The administrator confirmed that unsaved changes may be lost. */
    giveUp: () => void (latest.current.isGivenUp = true),
    mistakes,
    save: () => save.mutate({ written: draft, from: base }),
    /** Saves unsaved changes first. Returns the id; throws if saving fails. */
    async saveForTest(): Promise<number> {
      if (base && !isDirtyNow()) return base.id
      return (await save.mutateAsync({ written: draft, from: base })).id
    },
    isSaving: save.isPending,
    problem: stale ? null : save.error,
    differences:
      stale &&
      compareDrafts(
        { before: draftOf(base, start), theirs: draftOf(stale), mine: draft },
        announcementParts(titleOf),
      ),
    settle,
    closeStale() {
      setStale(undefined)
      save.reset()
    },
  }
}

export type AnnouncementFormState = ReturnType<typeof useAnnouncementForm>
