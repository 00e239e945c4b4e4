import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { compareDrafts, mergeDrafts } from '#client/admin/compare-drafts.ts'
import { useSite } from '#client/page/use-site.ts'
import { describeBadInput } from '#client/ui/bad-input.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import {
  changedFields,
  draftOf,
  emptyDraft,
  findNewMistakes,
  type EventDraft,
  type EventDraftKeeper,
} from './event-draft.ts'
import { eventParts } from './event-parts.ts'
import { type SavePreview, useSaveEvent, useSavePreview } from './save-event.ts'

type Given = {
  event: AdminEvent | undefined
  keeper: EventDraftKeeper
  onCreated: ((event: AdminEvent) => void) | undefined
}

/** The state of the editor: the base row, the typed values, and changes by others. */
export function useEventForm({ event, keeper, onCreated }: Given) {
  const { display } = useSite().site
  const page = String(event?.id ?? 'new')
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState(restored ? restored.base : event)
  const before = useMemo(() => (base ? draftOf(base, display.zone) : emptyDraft), [base, display])
  const [current, setCurrent] = useState<AdminEvent>()
  const resolver: Resolver<EventDraft> = (draft, _context, { fields }) => {
    const mistakes = Object.entries(findNewMistakes(base && before, draft, display.zone))
    const halves = Object.entries(fields).map(
      ([name, field]) => [name, describeBadInput(field?.ref)] as const,
    )
    const errors: FieldErrors<EventDraft> = {
      ...Object.fromEntries(mistakes.map(([name, message]) => [name, { type: 'form', message }])),
      ...Object.fromEntries(
        halves.flatMap(([name, message]) =>
          message ? [[name, { type: 'bad-input', message }]] : [],
        ),
      ),
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} }
  }
  const form = useForm<EventDraft>({ defaultValues: restored?.draft ?? before, resolver })
  const draft = useWatch({ control: form.control }) as EventDraft
  const isDirty = Object.keys(changedFields(before, draft, display.zone)).length > 0
  const latest = useRef({ isDirty, draft, base })
  useEffect(() => void (latest.current = { isDirty, draft, base }))

  useEffect(() => {
    keeper.keep(page, undefined)
    return () => {
      const { isDirty: isUnsaved, ...unsaved } = latest.current
      keeper.keep(page, isUnsaved ? unsaved : undefined)
    }
  }, [keeper, page])

  const save = useSaveEvent({
    form,
    timeZone: display.zone,
    onSaved(saved) {
      latest.current.isDirty = false
      setCurrent(undefined)
      setBase(saved)
      form.reset(draftOf(saved, display.zone))
      showToast({
        title: saved.id === base?.id ? 'Event Saved' : 'Event Created',
        description: saved.title,
      })
      if (saved.id !== base?.id) onCreated?.(saved)
    },
    onStale: setCurrent,
  })

  const told = useSavePreview(display.zone)
  const [asked, setAsked] = useState<{ draft: EventDraft; preview: SavePreview }>()

  function saveDraft(typed: EventDraft) {
    if (base && !isDirty) {
      showToast({ title: 'Nothing to Save', description: 'Everything is already saved.' })
      return
    }
    const saving = { draft: typed, before, base }
    save.reset()
    told.mutate(saving, {
      onSuccess(preview) {
        if (preview) setAsked({ draft: typed, preview })
        else save.mutate(saving)
      },
    })
  }

  /** Continues from another row and keeps the typed values. */
  function rebase(row: AdminEvent, keepsMine: (label: string) => boolean = () => true) {
    const theirs = draftOf(row, display.zone)
    const merged = mergeDrafts(
      { before, theirs, mine: form.getValues() },
      eventParts(display),
      keepsMine,
    )
    setBase(row)
    form.reset(theirs)
    form.reset(merged, { keepDefaultValues: true })
    return { theirs, merged }
  }

  function settle(keepsMine: (label: string) => boolean) {
    if (!current) return
    const { theirs, merged } = rebase(current, keepsMine)
    if (Object.keys(changedFields(theirs, merged, display.zone)).length > 0) {
      save.mutate({ draft: merged, before: theirs, base: current })
      return
    }
    setCurrent(undefined)
    save.reset()
    showToast({
      title: 'Nothing Left to Save',
      description: "The form shows the other administrator's version.",
    })
  }

  return {
    form,
    base,
    isDirty,
    isDirtyNow: () => latest.current.isDirty,
    /** The administrator confirmed that typed values may be lost. */
    giveUp: () => void (latest.current.isDirty = false),
    timeZone: display.zone,
    submit: (submitted: React.FormEvent) => void form.handleSubmit(saveDraft)(submitted),
    isSaving: save.isPending || told.isPending,
    problem: current ? undefined : (save.error ?? told.error),
    /** The emails that saving would send, until the administrator confirms. */
    asked: asked && {
      ...asked,
      save() {
        setAsked(undefined)
        save.mutate({ draft: asked.draft, before, base })
      },
      close: () => setAsked(undefined),
    },
    rebase,
    /** The event was deleted meanwhile; saving creates a new one. */
    makeNew() {
      save.mutate({ draft: form.getValues(), before: emptyDraft, base: undefined })
    },
    stale: current && {
      differences: compareDrafts(
        { before, theirs: draftOf(current, display.zone), mine: draft },
        eventParts(display),
      ),
      news: describeNews(base, current),
    },
    settle,
    closeStale() {
      setCurrent(undefined)
      save.reset()
    },
  }
}

export type EventFormState = ReturnType<typeof useEventForm>

/** Changes by the other administrator outside of the form's fields. */
function describeNews(base: AdminEvent | undefined, current: AdminEvent): string[] {
  const wasCancelled = (base?.cancelledAt ?? null) !== null
  const isCancelled = current.cancelledAt !== null
  if (wasCancelled === isCancelled) return []
  return [
    isCancelled
      ? 'The other administrator cancelled the event.'
      : 'The other administrator undid the cancellation.',
  ]
}
