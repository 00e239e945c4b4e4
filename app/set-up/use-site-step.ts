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

/** The content that a step starts from, and the number that it is saved with. */
type Base = Pick<SiteState, 'content' | 'version'>
export type KeptStep<Draft> = { draft: Draft; base: Base }

/** A step that changes a part of the site's content. */
export type SiteStep<Draft extends FieldValues> = {
  /** What the history says of it. */
  note: string
  draftOf: (content: Site) => Draft
  /** What is shown at first, where that is something else. */
  startOf?: (content: Site) => Draft
  /** The content with what the form holds. */
  contentOf: (draft: Draft, content: Site) => Site
  /** What two administrators can change at once. */
  parts: DraftPart<Draft>[]
  /** Where in the form a field of the content is entered. */
  places: Record<string, Path<Draft>>
  /** What the content's own rules let pass, by the form's fields. */
  mistakesOf?: (draft: Draft) => Partial<Record<Path<Draft>, string>>
}

type Given<Draft extends FieldValues> = {
  step: SiteStep<Draft>
  name: string
  read: Base
  keeper: DraftKeeper<KeptStep<Draft>>
  onSaved: () => void
}

/** The state of such a step: what it started from, what is typed, and what came in between. */
export function useSiteStep<Draft extends FieldValues>(given: Given<Draft>) {
  const { step, name, keeper, onSaved } = given
  const { draftOf, contentOf, parts } = step
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  const [restored] = useState(() => keeper.read(name))
  const [base, setBase] = useState<Base>(restored?.base ?? given.read)
  const [start] = useState(() => (step.startOf ?? draftOf)(base.content))
  const [stale, setStale] = useState<{ current: Base; differences: Difference[] }>()
  const form = useForm<Draft>({ defaultValues: (restored?.draft ?? start) as DefaultValues<Draft> })
  const draft = useWatch({ control: form.control }) as Draft
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const latest = useRef({ isDirty, draft, base })
  useEffect(() => void (latest.current = { isDirty, draft, base }))
  /** It is saved, or may be lost: somebody said so. */
  const isGivenUp = useRef(false)

  useEffect(() => {
    keeper.keep(name, undefined)
    isGivenUp.current = false
    return () => {
      const { isDirty: isUnsaved, ...unsaved } = latest.current
      keeper.keep(name, isUnsaved && !isGivenUp.current ? unsaved : undefined)
    }
  }, [keeper, name])

  /** What somebody else saved meanwhile, beside what this form would write; mine as it would be stored. */
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
        // They changed something else: both are kept.
        const merged = mergeDrafts(three, parts, () => true)
        await publish(contentOf(merged, current.content), current.version)
      }
    },
    async onSuccess() {
      isGivenUp.current = true
      setStale(undefined)
      await queryClient.invalidateQueries({ queryKey: siteContent.queryKey })
      void queryClient.invalidateQueries({ queryKey: siteVersions.queryKey })
      // The series' name stands above this very page.
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
      // What is entered outside of a registered field would keep its mistake, and the form shut, for good.
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
