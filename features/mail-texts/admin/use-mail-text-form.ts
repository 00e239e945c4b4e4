import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { compareDrafts, mergeDrafts, type DraftPart } from '#client/admin/compare-drafts.ts'
import type { DraftKeeper } from '#client/admin/draft-keeper.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { OwnWords } from '#features/mail-texts/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { MailTextName } from '#kernel/mail-texts.ts'
import {
  isSameWords,
  partNames,
  partsInOrder,
  useRefetch,
  type MailTextState,
} from './mail-text-queries.ts'

/** The stored state that the form's changes are based on. */
type Base = Pick<MailTextState, 'words' | 'version'>
type Stale = Base & { savedBy: string | null }

/** Keeps the draft while the form is unmounted. */
export type MailTextKeeper = DraftKeeper<{ draft: OwnWords; base: Base }>

const parts: DraftPart<OwnWords>[] = partsInOrder.map((name) => ({
  label: partNames[name],
  show: (words) => words[name] ?? 'default',
  isSame: (one, other) => one[name] === other[name],
  take: (from, into) => ({ ...into, [name]: from[name] }),
}))

/**
 * Saves this mail's texts even if another administrator saved other texts of the site; not if they changed
 * these.
 */
async function saveWords(kind: MailKind, draft: OwnWords, base: Base): Promise<Base> {
  try {
    const body = { ...draft, version: base.version }
    const { version } = await call('PUT /api/admin/mail-texts/:kind', { params: { kind }, body })
    return { words: draft, version }
  } catch (error) {
    const current = refusedWith(error, 'site_changed')?.current
    const isOfOthers = current && isSameWords(wordsOf(current, kind), base.words)
    if (!isOfOthers) throw error
    return saveWords(kind, draft, { ...base, version: current.version })
  }
}

type Changed = {
  content: { mails?: Partial<Record<MailKind, Partial<OwnWords> | undefined>> | undefined }
}

function wordsOf({ content }: Changed, kind: MailKind): OwnWords {
  const {
    subject = null,
    opening = null,
    closing = null,
    sender = null,
  } = content.mails?.[kind] ?? {}
  return { subject, opening, closing, sender }
}

/** Holds the form's state: base version, changes, and saves by other administrators. */
export function useMailTextForm(state: MailTextState, keeper: MailTextKeeper) {
  const readAnew = useRefetch()
  const { kind } = state
  const [restored] = useState(() => keeper.read(kind))
  const [base, setBase] = useState<Base>(restored?.base ?? state)
  const [draft, setDraft] = useState(restored?.draft ?? state.words)
  const [stale, setStale] = useState<Stale>()
  const latest = useRef({ base, draft, isGivenUp: false })
  useEffect(() => void Object.assign(latest.current, { base, draft }))

  function isDirtyNow() {
    const { isGivenUp, ...now } = latest.current
    return !isGivenUp && !isSameWords(now.base.words, now.draft)
  }

  useEffect(() => {
    keeper.keep(kind, undefined)
    latest.current.isGivenUp = false
    const now = latest.current
    return () => {
      const isKept = !now.isGivenUp && !isSameWords(now.base.words, now.draft)
      keeper.keep(kind, isKept ? { draft: now.draft, base: now.base } : undefined)
    }
  }, [keeper, kind])

  function goOnFrom(next: Base, shown: OwnWords) {
    Object.assign(latest.current, { base: next, draft: shown })
    setBase(next)
    setDraft(shown)
  }

  // The query may refetch, e.g. on Refresh; adopt its version only without unsaved changes.
  const newest = state.version
  useEffect(() => {
    if (newest > latest.current.base.version && !isDirtyNow()) goOnFrom(state, state.words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only newer words matter
  }, [newest])

  const save = useMutation({
    mutationFn: ({ words, from }: { words: OwnWords; from: Base }) => saveWords(kind, words, from),
    async onSuccess(saved) {
      setStale(undefined)
      goOnFrom(saved, saved.words)
      await readAnew()
    },
    onError(error) {
      const current = refusedWith(error, 'site_changed')?.current
      if (current) setStale({ ...current, words: wordsOf(current, kind) })
    },
  })

  /** Saves changes, if any; returns whether everything is saved. */
  async function saveDraft(words = draft, from = base): Promise<boolean> {
    if (isSameWords(words, from.words)) return true
    return save.mutateAsync({ words, from }).then(
      () => true,
      () => false,
    )
  }

  const three = stale && { before: base.words, theirs: stale.words, mine: draft }
  const mistakes = Object.fromEntries(
    wrongFields(save.error).map(({ field, message }) => [field, message]),
  )
  return {
    draft,
    change(changes: Partial<Record<MailTextName, string | null>>) {
      setDraft({ ...draft, ...changes })
      // Hide the old errors while the form is being corrected.
      if (save.isError) save.reset()
    },
    isDirty: !isSameWords(base.words, draft),
    isDirtyNow,
    /** The administrator confirmed that unsaved changes may be lost. */
    giveUp: () => void (latest.current.isGivenUp = true),
    mistakes,
    saveDraft,
    isSaving: save.isPending,
    problem: stale ? null : save.error,
    stale: stale && three && { savedBy: stale.savedBy, differences: compareDrafts(three, parts) },
    async settle(keepsMine: (label: string) => boolean) {
      if (!stale || !three) return
      const merged = mergeDrafts(three, parts, keepsMine)
      goOnFrom(stale, merged)
      setStale(undefined)
      save.reset()
      if (await saveDraft(merged, stale)) showToast({ title: 'Draft Saved' })
    },
    closeStale() {
      setStale(undefined)
      save.reset()
    },
  }
}

export type MailTextFormState = ReturnType<typeof useMailTextForm>
