import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { formatPosition } from '#client/ui/format-position.ts'
import type { AdminTranscript, Chapter } from '#features/transcripts/contract.ts'
import { readShift } from './transcript-fields.tsx'

/** Transcript and chapters of a recording as form values. */
export type TranscriptDraft = {
  /** Text of a new transcript; if empty, the stored transcript stays. */
  text: string
  fileName: string | null
  /** Language code; if empty, the language is detected from the new transcript. */
  language: string
  /** Number of seconds, as typed, by which all lines are shifted. */
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

/**
 * Uploads a new transcript and returns a summary of what was parsed. With `dryRun` '1', the server only parses and
 * stores nothing.
 */
export function putTranscript(eventId: number, draft: TranscriptDraft, dryRun: '0' | '1') {
  const { text, fileName, language, shift, isPublic } = draft
  return call('PUT /api/admin/events/:id/transcript', {
    params: { id: eventId },
    query: { dryRun },
    body: { text, fileName, language, shiftMs: readShift(shift), isPublic },
  })
}

/** Returns the server's warnings about chapters, such as lines that it would skip, without storing anything. */
export async function checkChapters(eventId: number, text: string): Promise<string[]> {
  const { warnings } = await call('PUT /api/admin/events/:id/chapters', {
    params: { id: eventId },
    query: { dryRun: '1' },
    body: { text },
  })
  return warnings
}

/**
 * Saves what the organiser changed in the form, compared with `before`: the transcript, its language or visibility, or
 * the chapters.
 */
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
