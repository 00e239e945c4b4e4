/** Outlives a form: when the session ends, the form goes away until somebody has signed in again. */
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
