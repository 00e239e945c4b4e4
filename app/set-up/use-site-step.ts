import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import {
  compareDrafts,
  mergeDrafts,
  type Difference,
  type DraftPart,
} from '#client/admin/compare-drafts.ts'
import type { DraftKeeper } from '#client/admin/draft-keeper.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { siteContent, siteVersions, type SiteState } from '#features/site/admin/site-queries.ts'
import type { Site } from '#kernel/site.ts'

/** The content that a step edits, and its version for detecting conflicts. */
type Base = Pick<SiteState, 'content' | 'version'>
export type KeptStep<Draft> = { draft: Draft; base: Base }

/** A step that edits a part of the site's content. */
export type SiteStep<Draft extends FieldValues> = {
  /** The note in the history of versions. */
  note: string
  draftOf: (content: Site) => Draft
  /** Initial values, if they differ from `draftOf`. */
  startOf?: (content: Site) => Draft
  /** Returns the content with the form's values. */
  contentOf: (draft: Draft, content: Site) => Site
  /** Parts that are compared if two administrators edit at the same time. */
  parts: DraftPart<Draft>[]
  /** Form fields by the content's field names, for errors. */
  places: Record<string, Path<Draft>>
  /** Returns errors by form field, for rules that the content's schema does not have. */
  mistakesOf?: (draft: Draft) => Partial<Record<Path<Draft>, string>>
}

type Given<Draft extends FieldValues> = {
  step: SiteStep<Draft>
  name: string
  read: Base
  keeper: DraftKeeper<KeptStep<Draft>>
  onSaved: () => void
}

/** State of such a step: the original content, the form, and conflicting changes. */
export function useSiteStep<Draft extends FieldValues>(options: Given<Draft>) {
  const { step, name, keeper, onSaved } = options
  const { draftOf, contentOf, parts } = step
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  const [restored] = useState(() => keeper.read(name))
  const [base, setBase] = useState<Base>(restored?.base ?? options.read)
  const [start] = useState(() => (step.startOf ?? draftOf)(base.content))
  const [stale, setStale] = useState<{ current: Base; differences: Difference[] }>()
  const form = useForm<Draft>({ defaultValues: (restored?.draft ?? start) as DefaultValues<Draft> })
  const draft = useWatch({ control: form.control }) as Draft
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const latest = useRef({ isDirty, draft, base })
  useEffect(() => void (latest.current = { isDirty, draft, base }))
  /** True once the changes are saved, or the administrator agreed to lose them. */
  const isGivenUp = useRef(false)

  useEffect(() => {
    keeper.keep(name, undefined)
    isGivenUp.current = false
    return () => {
      const { isDirty: isUnsaved, ...unsaved } = latest.current
      keeper.keep(name, isUnsaved && !isGivenUp.current ? unsaved : undefined)
    }
  }, [keeper, name])

  /** Returns another administrator's saved values beside this form's, both as they would be stored. */
  function threeDrafts(typed: Draft, from: Base, current: Base) {
    const mine = draftOf(contentOf(typed, from.content))
    return { before: draftOf(from.content), theirs: draftOf(current.content), mine }
  }

  async function publish(content: Site, version: number) {
    const saved = await call('PUT /api/admin/site/draft', { body: { content, version } })
    await call('POST /api/admin/site/publish', {
      body: { version: saved.version, note: step.note },
    })
  }

  const save = useMutation({
    async mutationFn({ typed, from }: { typed: Draft; from: Base }) {
      try {
        await publish(contentOf(typed, from.content), from.version)
      } catch (error) {
        const current = refusedWith(error, 'site_changed')?.current
        if (!current) throw error
        const three = threeDrafts(typed, from, current)
        const differences = compareDrafts(three, parts)
        if (differences.some(({ mine }) => mine !== undefined)) {
          setStale({ current, differences })
          throw error
        }
        // The other administrator changed different parts, so merge both.
        const merged = mergeDrafts(three, parts, () => true)
        await publish(contentOf(merged, current.content), current.version)
      }
    },
    async onSuccess() {
      isGivenUp.current = true
      setStale(undefined)
      await queryClient.invalidateQueries({ queryKey: siteContent.queryKey })
      void queryClient.invalidateQueries({ queryKey: siteVersions.queryKey })
      // The page's header shows the series' name.
      void revalidate()
      onSaved()
    },
    onError: (error) => showAtFields(error),
  })

  function saveTyped() {
    const typed = form.getValues()
    const mistakes = Object.entries(step.mistakesOf?.(typed) ?? {}) as [Path<Draft>, string][]
    for (const [index, [place, message]] of mistakes.entries()) {
      form.setError(place, { type: 'form', message }, { shouldFocus: index === 0 })
    }
    if (mistakes.length === 0) save.mutate({ typed, from: base })
  }

  function showAtFields(error: unknown) {
    let isFirst = true
    for (const { field, message } of wrongFields(error)) {
      const place = step.places[field]
      if (place === undefined) continue
      form.setError(place, { type: 'server', message }, { shouldFocus: isFirst })
      isFirst = false
    }
  }

  return {
    form,
    base,
    draft,
    isDirtyNow: () => latest.current.isDirty && !isGivenUp.current,
    giveUp: () => void (isGivenUp.current = true),
    submit(submitted: FormEvent) {
      // Errors of values outside registered fields would otherwise block the form forever.
      form.clearErrors()
      void form.handleSubmit(saveTyped)(submitted)
    },
    isSaving: save.isPending,
    problem: stale ? undefined : (save.error ?? undefined),
    stale: stale && {
      differences: stale.differences,
      settle(keepsMine: (label: string) => boolean) {
        const { current } = stale
        const merged = mergeDrafts(threeDrafts(form.getValues(), base, current), parts, keepsMine)
        setBase(current)
        form.reset(merged)
        setStale(undefined)
        save.mutate({ typed: merged, from: current })
      },
      close() {
        setStale(undefined)
        save.reset()
      },
    },
  }
}

export type SiteStepState<Draft extends FieldValues> = ReturnType<typeof useSiteStep<Draft>>
