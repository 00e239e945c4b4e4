import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { showToast } from '#client/ui/toast-store.ts'
import { compareDrafts, mergeDrafts, type DraftPart } from './compare-drafts.ts'

/**
 * Stores drafts outside their form, which is removed when the session ends, until the administrator signs in
 * again.
 */
export type DraftKeeper<Draft, Base> = {
  read: (page: string) => KeptDraft<Draft, Base> | undefined
  keep: (page: string, draft: KeptDraft<Draft, Base> | undefined) => void
}

/** Unsaved values and the stored state that they change. */
type KeptDraft<Draft, Base> = { draft: Draft; base: Base }

export function createDraftKeeper<Draft, Base>(): DraftKeeper<Draft, Base> {
  const kept = new Map<string, KeptDraft<Draft, Base>>()
  return {
    read: (page) => kept.get(page),
    keep(page, draft) {
      if (draft) kept.set(page, draft)
      else kept.delete(page)
    },
  }
}

type DraftOptions<Draft extends FieldValues, Base> = {
  keeper: DraftKeeper<Draft, Base>
  /** Identifies the form in the keeper. */
  page: string
  /** The stored state as it was read; the draft is based on it. */
  stored: Base
  /** Returns whether another read should replace an unchanged draft; never by default. */
  isNewer?: (stored: Base, base: Base) => boolean
  draftOf: (base: Base) => Draft
  /** Returns the values that the form starts with and counts as unchanged; `draftOf` by default. */
  startOf?: (base: Base) => Draft
  isSame: (one: Draft, other: Draft) => boolean
  /** Returns the typed values as they would be stored, for comparing them with stored ones. */
  storedOf?: (draft: Draft, base: Base) => Draft
  /** Returns the parts in which drafts may differ. */
  partsOf: (drafts: Draft[]) => DraftPart<Draft>[]
  resolver?: (base: Base) => Resolver<Draft>
  /** Saves the draft and returns the state that is stored then. */
  send: (draft: Draft, base: Base) => Promise<Base>
  /** Returns the stored state if the error says that another administrator saved first. */
  findCurrent: (error: unknown, base: Base) => Base | undefined | Promise<Base | undefined>
  onSaved?: (saved: Base, before: Base) => unknown
  /** Called with every other error. */
  onRefused?: (error: unknown, base: Base) => unknown
  /** Saves a settled conflict even if the other administrator's version won everywhere. */
  savesTheirs?: boolean
  /** Called after a conflict was settled and the result saved. */
  onSettled?: () => void
  /** Called when the draft gets another base. */
  onRebase?: () => void
}

/** State of a form whose draft is saved as a whole: its base, unsaved values, and saves by other administrators. */
export function useDraft<Draft extends FieldValues, Base>(options: DraftOptions<Draft, Base>) {
  const { keeper, page, stored, draftOf, startOf = draftOf, isSame, partsOf } = options
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState(restored ? restored.base : stored)
  const [stale, setStale] = useState<{ current: Base }>()
  const form = useForm<Draft>({
    defaultValues: (restored?.draft ?? startOf(base)) as DefaultValues<Draft>,
    ...(options.resolver && { resolver: options.resolver(base) }),
  })
  const latest = useRef({ base, isGivenUp: false })

  function isDirtyNow() {
    return !latest.current.isGivenUp && !isSame(startOf(latest.current.base), form.getValues())
  }

  const keepUnsaved = useEffectEvent(() => {
    const draft = structuredClone<Draft>(form.getValues())
    keeper.keep(page, isDirtyNow() ? { draft, base: latest.current.base } : undefined)
  })
  useEffect(() => {
    keeper.keep(page, undefined)
    latest.current.isGivenUp = false
    return () => keepUnsaved()
  }, [keeper, page])

  function moveTo(next: Base) {
    latest.current.base = next
    setBase(() => next)
    options.onRebase?.()
  }

  /** Replaces the draft. */
  function fillIn(next: Base, draft = draftOf(next)) {
    moveTo(next)
    form.reset(draft)
  }

  /** Continues from another stored state with the unsaved values, and returns the merged draft. */
  function rebase(next: Base, keepsMine: (label: string) => boolean = () => true) {
    const three = threeDrafts(latest.current.base, next)
    const merged = mergeDrafts(three, partsOf(Object.values(three)), keepsMine)
    fillIn(next, merged)
    return merged
  }

  function threeDrafts(from: Base, current: Base) {
    const typed = form.getValues()
    const mine = options.storedOf?.(typed, from) ?? typed
    return { before: draftOf(from), theirs: draftOf(current), mine }
  }

  const adopt = useEffectEvent((read: Base) => {
    if (options.isNewer?.(read, latest.current.base) && !isDirtyNow()) fillIn(read)
  })
  useEffect(() => {
    if (!stale) adopt(stored)
  }, [stored, stale])

  const saving = useMutation({
    mutationFn: ({ draft, from }: { draft: Draft; from: Base }) => options.send(draft, from),
    async onSuccess(saved, { draft, from }) {
      setStale(undefined)
      const next = draftOf(saved)
      const now = form.getValues()
      // Keep values that were typed during the save; leave fields alone that need no other value.
      if (isSame(draft, now) && !isSame(next, now)) fillIn(saved, next)
      else moveTo(saved)
      await options.onSaved?.(saved, from)
    },
    async onError(error, { from }) {
      const current = await options.findCurrent(error, from)
      if (current) setStale({ current })
      else await options.onRefused?.(error, from)
    },
  })

  function save(draft = form.getValues(), { from } = { from: latest.current.base }) {
    // The form changes entries of lists in place while the call is on its way.
    return saving.mutateAsync({ draft: structuredClone(draft), from })
  }

  function dismiss() {
    setStale(undefined)
    saving.reset()
  }

  async function settle(current: Base, keepsMine: (label: string) => boolean) {
    const merged = rebase(current, keepsMine)
    dismiss()
    if (!options.savesTheirs && isSame(draftOf(current), merged)) {
      showToast({
        title: 'Nothing Left to Save',
        description: "The form shows the other administrator's version.",
      })
      return
    }
    await save(merged).then(options.onSettled, () => undefined)
  }

  const three = stale && threeDrafts(base, stale.current)
  return {
    form,
    base,
    /** Changes fields that are not registered with the form. */
    change(changes: Partial<Draft>) {
      for (const [name, value] of Object.entries(changes)) {
        form.setValue(name as Path<Draft>, value as PathValue<Draft, Path<Draft>>)
      }
      // Hide the old errors while the form is being corrected.
      if (saving.isError) saving.reset()
    },
    isDirtyNow,
    /** The administrator confirmed that unsaved changes may be lost. */
    giveUp: () => void (latest.current.isGivenUp = true),
    fillIn,
    rebase,
    save,
    isSaving: saving.isPending,
    /** Clears a failed save. */
    dismiss,
    problem: (stale ? null : saving.error) ?? undefined,
    /** Reports that another administrator saved `current`, e.g. after publishing was refused. */
    setStale: (current: Base) => setStale({ current }),
    conflict: stale &&
      three && {
        current: stale.current,
        differences: compareDrafts(three, partsOf(Object.values(three))),
        onChoose: (keepsMine: (label: string) => boolean) => void settle(stale.current, keepsMine),
        onClose: dismiss,
      },
  }
}
