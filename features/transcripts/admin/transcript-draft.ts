import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { formatPosition } from '#client/ui/format-position.ts'
import type { AdminTranscript, Chapter } from '#features/transcripts/contract.ts'
import { readShift } from './transcript-fields.tsx'

/** The transcript and chapters of a recording as the form holds them. */
export type TranscriptDraft = {
  /** A new transcript; empty keeps the stored one. */
  text: string
  fileName: string | null
  /** A code; empty takes the language named in the text. */
  language: string
  /** In seconds. */
  shift: string
  isPublic: boolean
  chapters: string
}

export function transcriptOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/transcript', { params: { id: eventId }, signal }),
  })
}

export function transcriptDraftOf({ transcript, chapters }: AdminTranscript): TranscriptDraft {
  return {
    text: '',
    fileName: null,
    language: transcript?.language ?? '',
    shift: String((transcript?.shiftMs ?? 0) / 1000),
    isPublic: transcript?.isPublic ?? false,
    chapters: chapters.map(writeChapter).join('\n'),
  }
}

function writeChapter({ start, title }: Chapter) {
  return `${formatPosition(start).padStart(5, '0')} ${title}`
}

/** Parses a new transcript, and stores it unless `dryRun`. */
export function putTranscript(eventId: number, draft: TranscriptDraft, dryRun: '0' | '1') {
  const { text, fileName, language, shift, isPublic } = draft
  return call('PUT /api/admin/events/:id/transcript', {
    params: { id: eventId },
    query: { dryRun },
    body: { text, fileName, language, shiftMs: readShift(shift), isPublic },
  })
}

/** Returns what the server would leave out of the chapters, in sentences. */
export async function checkChapters(eventId: number, text: string): Promise<string[]> {
  const { warnings } = await call('PUT /api/admin/events/:id/chapters', {
    params: { id: eventId },
    query: { dryRun: '1' },
    body: { text },
  })
  return warnings
}

/** Stores what differs between two drafts. */
export async function saveTranscript(
  eventId: number,
  before: TranscriptDraft,
  draft: TranscriptDraft,
) {
  const params = { id: eventId }
  if (draft.text.trim() !== '') await putTranscript(eventId, draft, '0')
  else {
    const { language, isPublic } = draft
    const shiftMs = readShift(draft.shift)
    const isChanged =
      shiftMs !== readShift(before.shift) ||
      language !== before.language ||
      isPublic !== before.isPublic
    if (isChanged) {
      const body = { shiftMs, language, isPublic }
      await call('PATCH /api/admin/events/:id/transcript', { params, body })
    }
  }
  if (draft.chapters !== before.chapters) {
    const body = { text: draft.chapters }
    await call('PUT /api/admin/events/:id/chapters', { params, body })
  }
}
