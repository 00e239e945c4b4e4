import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DraftKeeper } from '#client/admin/draft-keeper.ts'
import { call, read, refusedWith } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import {
  checkChapters,
  saveTranscript,
  transcriptDraftOf,
  transcriptOf,
  type TranscriptDraft,
} from '#features/transcripts/admin/transcript-draft.ts'
import { readShift } from '#features/transcripts/admin/transcript-fields.tsx'
import type { AdminTranscript } from '#features/transcripts/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { type SavePreview, previewSaving } from './save-event.ts'

export type RecordingDraft = TranscriptDraft & { videoUrl: string; recordingReady: boolean }
export type RecordingKeeper = DraftKeeper<{ base: RecordingDraft; draft: RecordingDraft }>

function recordingDraftOf(event: AdminEvent, stored: AdminTranscript): RecordingDraft {
  const { videoUrl, recordingReady } = event
  return { ...transcriptDraftOf(stored), videoUrl: videoUrl ?? '', recordingReady }
}

function changesOf(base: RecordingDraft, draft: RecordingDraft) {
  return {
    ...(draft.videoUrl !== base.videoUrl && { videoUrl: draft.videoUrl }),
    ...(draft.recordingReady !== base.recordingReady && { recordingReady: draft.recordingReady }),
  }
}

const isSame = (one: RecordingDraft, other: RecordingDraft) =>
  JSON.stringify(one) === JSON.stringify(other)

type Given = { event: AdminEvent; stored: AdminTranscript; keeper: RecordingKeeper }

/** The state of the recording's form: one save for link, release, transcript and chapters. */
export function useRecordingForm({ event, stored, keeper }: Given) {
  const queryClient = useQueryClient()
  const eventsChanged = useEventsChanged()
  const page = String(event.id)
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState(restored?.base ?? recordingDraftOf(event, stored))
  const [draft, setDraft] = useState(restored?.draft ?? base)
  const [warnings, setWarnings] = useState<string[]>([])
  /** Number of saves. */
  const [saves, setSaves] = useState(0)
  const [preview, setPreview] = useState<SavePreview>()
  const latest = useRef({ base, draft, isGivenUp: false })
  useEffect(() => void Object.assign(latest.current, { base, draft }))
  useEffect(() => {
    keeper.keep(page, undefined)
    const state = latest.current
    return () => {
      const isKept = !state.isGivenUp && !isSame(state.base, state.draft)
      keeper.keep(page, isKept ? { base: state.base, draft: state.draft } : undefined)
    }
  }, [keeper, page])

  /** Continues from what is stored now; what is typed and differs from the former base stays. */
  function rebase(next: RecordingDraft) {
    const typed = Object.fromEntries(
      Object.entries(latest.current.draft).filter(
        ([name, value]) => value !== base[name as keyof RecordingDraft],
      ),
    )
    setBase(next)
    setDraft({ ...next, ...typed })
  }
  async function readAgain(row: AdminEvent) {
    const words = await queryClient.fetchQuery({ ...transcriptOf(event.id), staleTime: 0 })
    return recordingDraftOf(row, words)
  }

  const save = useMutation({
    async mutationFn() {
      await saveTranscript(event.id, base, draft)
      const changes = changesOf(base, draft)
      if (Object.keys(changes).length === 0) return event
      const body = { ...changes, updatedAt: event.updatedAt }
      return call('PATCH /api/admin/events/:id', { params: { id: event.id }, body })
    },
    async onSuccess(saved) {
      const next = await readAgain(saved)
      latest.current.draft = next
      setWarnings([])
      setBase(next)
      setDraft(next)
      setSaves((count) => count + 1)
      showToast({ title: 'Event Saved', description: saved.title })
      void queryClient.invalidateQueries({ queryKey: read('GET /api/members/videos').queryKey })
      await eventsChanged(saved)
    },
    async onError(error) {
      const current = refusedWith(error, 'event_changed')?.event
      // The transcript may be stored already.
      rebase(await readAgain(current ?? event))
      await eventsChanged()
    },
  })

  const check = useMutation({
    async mutationFn() {
      const isSure = warnings.length > 0
      if (draft.chapters !== base.chapters && !isSure) {
        const found = await checkChapters(event.id, draft.chapters)
        setWarnings(found)
        if (found.length > 0) return
      }
      const changes = changesOf(base, draft)
      const asked =
        Object.keys(changes).length > 0
          ? await previewSaving({ eventId: event.id, changes })
          : undefined
      if (asked) setPreview(asked)
      else save.mutate()
    },
  })

  const isDirty = !isSame(base, draft)
  return {
    draft,
    saves,
    warnings,
    isDirty,
    isDirtyNow: () =>
      !latest.current.isGivenUp && !isSame(latest.current.base, latest.current.draft),
    giveUp: () => void (latest.current.isGivenUp = true),
    change(changes: Partial<RecordingDraft>) {
      if ('chapters' in changes) setWarnings([])
      save.reset()
      check.reset()
      setDraft((now) => ({ ...now, ...changes }))
    },
    submit() {
      if (check.isPending || save.isPending || readShift(draft.shift) === undefined) return
      if (isDirty) check.mutate()
      else showToast({ title: 'Nothing to Save', description: 'Everything is already saved.' })
    },
    isSaving: check.isPending || save.isPending,
    problem: save.error ?? check.error,
    /** Which emails saving sends, until the administrator confirms. */
    asked: preview && {
      preview,
      save() {
        setPreview(undefined)
        save.mutate()
      },
      close: () => setPreview(undefined),
    },
    async renew() {
      rebase(await readAgain(event))
    },
  }
}
