import type { AdminEvent } from '#shared/contract/events.ts'
import type { EventDraft } from './event-draft.ts'

/** What the form held when it went away, with the row that it was about. */
type KeptDraft = { draft: EventDraft; base: AdminEvent | undefined }

/**
 * Outlives the form: when the session ends, the form goes away until somebody has signed in again.
 * Drafts are kept by what follows `/admin/events/`.
 */
export type DraftKeeper = {
  read(page: string): KeptDraft | undefined
  keep(page: string, draft: KeptDraft | undefined): void
}

export function createDraftKeeper(): DraftKeeper {
  const kept = new Map<string, KeptDraft>()
  return {
    read: (page) => kept.get(page),
    keep(page, draft) {
      if (draft) kept.set(page, draft)
      else kept.delete(page)
    },
  }
}
