import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type DraftKeeper, useDraft } from '#client/admin/use-draft.ts'
import { call, read, refusedWith } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import { showNotesOf } from '#features/materials/admin/material-queries.ts'
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

export type RecordingDraft = TranscriptDraft & {
  videoUrl: string
  recordingReady: boolean
  /** Show notes in Markdown. */
  showNotes: string
}
type RecordingBase = { row: AdminEvent; draft: RecordingDraft }
export type RecordingKeeper = DraftKeeper<RecordingDraft, RecordingBase>

function recordingDraftOf(
  event: AdminEvent,
  stored: AdminTranscript,
  showNotes: string,
): RecordingDraft {
  const { videoUrl, recordingReady } = event
  return { ...transcriptDraftOf(stored), videoUrl: videoUrl ?? '', recordingReady, showNotes }
}

function changesOf(base: RecordingDraft, draft: RecordingDraft) {
  return {
    ...(draft.videoUrl !== base.videoUrl && { videoUrl: draft.videoUrl }),
    ...(draft.recordingReady !== base.recordingReady && { recordingReady: draft.recordingReady }),
  }
}

const parts = (draft: RecordingDraft) =>
  (Object.keys(draft) as (keyof RecordingDraft)[]).map((name) => ({
    label: name,
    show: () => '',
    isSame: (one: RecordingDraft, other: RecordingDraft) => one[name] === other[name],
    take: (from: RecordingDraft, into: RecordingDraft) => ({ ...into, [name]: from[name] }),
  }))

type Given = {
  event: AdminEvent
  stored: AdminTranscript
  showNotes: string
  keeper: RecordingKeeper
}

/** State of the recording form, whose single save button stores link, release, transcript, chapters and notes. */
export function useRecordingForm({ event, stored, showNotes, keeper }: Given) {
  const queryClient = useQueryClient()
  const eventsChanged = useEventsChanged()
  const [warnings, setWarnings] = useState<string[]>([])
  /** Number of saves since the form was opened. */
  const [saves, setSaves] = useState(0)
  const [preview, setPreview] = useState<SavePreview>()

  async function readAgain(row: AdminEvent) {
    const words = await queryClient.fetchQuery({ ...transcriptOf(event.id), staleTime: 0 })
    const { text } = await queryClient.fetchQuery({ ...showNotesOf(event.id), staleTime: 0 })
    return { row, draft: recordingDraftOf(row, words, text) }
  }

  const editor = useDraft<RecordingDraft, RecordingBase>({
    keeper,
    page: String(event.id),
    stored: { row: event, draft: recordingDraftOf(event, stored, showNotes) },
    draftOf: (base) => base.draft,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    partsOf: ([draft]) => parts(draft!),
    async send(draft, base) {
      await saveTranscript(event.id, base.draft, draft)
      if (draft.showNotes !== base.draft.showNotes) {
        const params = { id: event.id }
        await call('PUT /api/admin/events/:id/show-notes', {
          params,
          body: { text: draft.showNotes },
        })
      }
      const changes = changesOf(base.draft, draft)
      if (Object.keys(changes).length === 0) return readAgain(event)
      const body = { ...changes, updatedAt: event.updatedAt }
      return readAgain(
        await call('PATCH /api/admin/events/:id', { params: { id: event.id }, body }),
      )
    },
    // Do not ask which values to keep: the typed ones stay, and the next save overwrites the stored ones.
    findCurrent: () => undefined,
    async onSaved({ row }) {
      setWarnings([])
      setSaves((count) => count + 1)
      showToast({ title: 'Event Saved', description: row.title })
      void queryClient.invalidateQueries({ queryKey: read('GET /api/members/videos').queryKey })
      await eventsChanged(row)
    },
    async onRefused(error) {
      const current = refusedWith(error, 'event_changed')?.event
      // The server may have stored the transcript before it refused the event's changes, so read both again.
      editor.rebase(await readAgain(current ?? event))
      await eventsChanged()
    },
  })
  const draft = useWatch({ control: editor.form.control }) as RecordingDraft
  const save = () => void editor.save().catch(() => undefined)

  const check = useMutation({
    async mutationFn() {
      const isSure = warnings.length > 0
      if (draft.chapters !== editor.base.draft.chapters && !isSure) {
        const found = await checkChapters(event.id, draft.chapters)
        setWarnings(found)
        if (found.length > 0) return
      }
      const changes = changesOf(editor.base.draft, draft)
      const asked =
        Object.keys(changes).length > 0
          ? await previewSaving({ eventId: event.id, changes })
          : undefined
      if (asked) setPreview(asked)
      else save()
    },
  })

  return {
    ...editor,
    draft,
    saves,
    warnings,
    change(changes: Partial<RecordingDraft>) {
      if ('chapters' in changes) setWarnings([])
      check.reset()
      editor.change(changes)
    },
    submit() {
      if (check.isPending || editor.isSaving || readShift(draft.shift) === undefined) return
      if (editor.isDirtyNow()) check.mutate()
      else showToast({ title: 'Nothing to Save', description: 'Everything is already saved.' })
    },
    isSaving: check.isPending || editor.isSaving,
    problem: editor.problem ?? check.error,
    /** The emails that saving would send; set while the administrator is asked to confirm. */
    asked: preview && {
      preview,
      save() {
        setPreview(undefined)
        save()
      },
      close: () => setPreview(undefined),
    },
    async renew() {
      editor.rebase(await readAgain(event))
    },
  }
}
