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
 * Keeps unsaved drafts in memory, by form. When the session expires, the sign-in page replaces the form, and
 * after signing in the administrator finds the draft again.
 */
export type DraftKeeper<Draft, Base> = {
  read: (page: string) => KeptDraft<Draft, Base> | undefined
  keep: (page: string, draft: KeptDraft<Draft, Base> | undefined) => void
}

/** A form's unsaved values, and the stored state from which the administrator started. */
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
  /** Name under which `keeper` stores this form's unsaved values. */
  page: string
  /** The stored state as last read from the server. When the form opens, its fields show this state. */
  stored: Base
  /**
   * Returns whether `stored`, as read again from the server, is newer than the state on which the form is based. The
   * form then shows `stored` if it has no unsaved changes. Default: the form keeps its values.
   */
  isNewer?: (stored: Base, base: Base) => boolean
  draftOf: (base: Base) => Draft
  /**
   * Returns the values with which the form opens. A form with these values has no unsaved changes. Default: `draftOf`.
   */
  startOf?: (base: Base) => Draft
  isSame: (one: Draft, other: Draft) => boolean
  /** Returns the typed values as the server would store them, to compare them with stored values. */
  storedOf?: (draft: Draft, base: Base) => Draft
  /** Returns the groups of fields that the edit-conflict dialog compares, for all fields that occur in these drafts. */
  partsOf: (drafts: Draft[]) => DraftPart<Draft>[]
  resolver?: (base: Base) => Resolver<Draft>
  /** Saves the draft and returns the state that the server has stored. */
  send: (draft: Draft, base: Base) => Promise<Base>
  /**
   * Given the error of a failed save, returns the state that another administrator saved first; undefined if the save
   * failed for another reason.
   */
  findCurrent: (error: unknown, base: Base) => Base | undefined | Promise<Base | undefined>
  onSaved?: (saved: Base, before: Base) => unknown
  /** Called with the error of a failed save if no other administrator saved first. */
  onRefused?: (error: unknown, base: Base) => unknown
  /**
   * Whether to save even if the administrator resolved an edit conflict by taking all values of the other
   * administrator, which are already stored.
   */
  savesTheirs?: boolean
  /** Called after the administrator resolved an edit conflict and the merged draft was saved. */
  onSettled?: () => void
  /**
   * Called whenever the stored state with which the form is compared changes: after a save, a refetch or an edit
   * conflict.
   */
  onRebase?: () => void
}

/**
 * Manages a form with one Save button: returns the typed values, the stored state with which they are compared, and
 * conflicts with edits by other administrators.
 */
export function useDraft<Draft extends FieldValues, Base>(options: DraftOptions<Draft, Base>) {
  const { keeper, page, stored, draftOf, startOf = draftOf, isSame, partsOf } = options
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState(restored ? restored.base : stored)
  const [stale, setStale] = useState<{ current: Base }>()
  const form = useForm<Draft>({
    defaultValues: (restored?.draft ?? startOf(base)) as DefaultValues<Draft>,
    ...(options.resolver && { resolver: options.resolver(base) }),
  })
  /**
   * `givenUp`: the values that the administrator discarded by choosing to leave without saving. They count as
   * unchanged.
   */
  const latest = useRef<{ base: Base; givenUp?: Draft }>({ base })

  function isDirtyNow() {
    const { base: current, givenUp = startOf(current) } = latest.current
    return !isSame(givenUp, form.getValues())
  }

  const keepUnsaved = useEffectEvent(() => {
    const draft = structuredClone<Draft>(form.getValues())
    keeper.keep(page, isDirtyNow() ? { draft, base: latest.current.base } : undefined)
  })
  useEffect(() => {
    keeper.keep(page, undefined)
    delete latest.current.givenUp
    return () => keepUnsaved()
  }, [keeper, page])

  function moveTo(next: Base) {
    latest.current.base = next
    setBase(() => next)
    options.onRebase?.()
  }

  /** Makes `next` the stored state with which the form is compared, and fills the fields with `draft`. */
  function fillIn(next: Base, draft = draftOf(next)) {
    moveTo(next)
    form.reset(draft)
  }

  /**
   * Makes `next`, which another administrator saved, the stored state with which the form is compared. Merges it with
   * the unsaved values and returns the result.
   */
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
      // The administrator may have typed during the save: keep these values. Do not reset fields that already show what
      // was stored, which would move the cursor.
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
    // Send a copy: while the request is running, react-hook-form changes the entries of lists in place.
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
    /** Changes values of fields that are not registered with react-hook-form. */
    change(changes: Partial<Draft>) {
      for (const [name, value] of Object.entries(changes)) {
        form.setValue(name as Path<Draft>, value as PathValue<Draft, Path<Draft>>)
      }
      // Hide the errors of the failed save while the administrator corrects the form.
      if (saving.isError) saving.reset()
    },
    isDirtyNow,
    /** Called when the administrator chooses to leave without saving. */
    giveUp: () => void (latest.current.givenUp = structuredClone(form.getValues())),
    fillIn,
    rebase,
    save,
    isSaving: saving.isPending,
    /** Clears the error of a failed save, or an edit conflict. */
    dismiss,
    problem: (stale ? null : saving.error) ?? undefined,
    /**
     * Reports an edit conflict that was detected elsewhere, such as by a failed publication: another administrator
     * saved `current`.
     */
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
