/**
 * Stores drafts outside their form, which is removed when the session ends, until the administrator signs in
 * again.
 */
export type DraftKeeper<Kept> = {
  read(page: string): Kept | undefined
  keep(page: string, draft: Kept | undefined): void
}

export function createDraftKeeper<Kept>(): DraftKeeper<Kept> {
  const kept = new Map<string, Kept>()
  return {
    read: (page) => kept.get(page),
    keep(page, draft) {
      if (draft) kept.set(page, draft)
      else kept.delete(page)
    },
  }
}
