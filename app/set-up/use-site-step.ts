import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { compareDrafts, mergeDrafts, type DraftPart } from '#client/admin/compare-drafts.ts'
import { type DraftKeeper, useDraft } from '#client/admin/use-draft.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { siteContent, siteVersions, type SiteState } from '#features/site/admin/site-queries.ts'
import type { Site } from '#kernel/site.ts'

/** The site's content that a setup step edits, and its version for detecting conflicts. */
export type StepBase = Pick<SiteState, 'content' | 'version'>

/** A setup step that edits a part of the site's content. */
export type SiteStep<Draft extends FieldValues> = {
  /** Note for the published version in the history of the site's content. */
  note: string
  draftOf: (content: Site) => Draft
  /** Returns the values with which the form opens, if they differ from those that `draftOf` returns. */
  startOf?: (content: Site) => Draft
  /** Returns the site's content with the form's values in place. */
  contentOf: (draft: Draft, content: Site) => Site
  /**
   * Parts of the form that the edit-conflict dialog compares if two administrators edit the site's content at the same
   * time.
   */
  parts: DraftPart<Draft>[]
  /**
   * Maps fields of the site's content to the form fields that edit them, to show the server's validation errors there.
   */
  places: Record<string, Path<Draft>>
  /** Returns errors by form field, for rules that the schema of the site's content does not have. */
  mistakesOf?: (draft: Draft) => Partial<Record<Path<Draft>, string>>
}

type Given<Draft extends FieldValues> = {
  step: SiteStep<Draft>
  name: string
  read: StepBase
  keeper: DraftKeeper<Draft, StepBase>
  onSaved: () => void
}

/** State of a setup step's form: the content that it is based on, the form, and conflicting changes. */
export function useSiteStep<Draft extends FieldValues>(options: Given<Draft>) {
  const { step, name, keeper, onSaved } = options
  const { draftOf, startOf, contentOf, parts } = step
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()

  /** Returns the form values that the form would have if it were opened after saving `typed`. */
  const storedOf = (typed: Draft, { content }: StepBase) => draftOf(contentOf(typed, content))

  async function publish(content: Site, version: number): Promise<StepBase> {
    const saved = await call('PUT /api/admin/site/draft', { body: { content, version } })
    await call('POST /api/admin/site/publish', {
      body: { version: saved.version, note: step.note },
    })
    return { content, version: saved.version }
  }

  const editor = useDraft<Draft, StepBase>({
    keeper,
    page: name,
    stored: options.read,
    draftOf: ({ content }) => draftOf(content),
    ...(startOf && { startOf: ({ content }: StepBase) => startOf(content) }),
    storedOf,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    partsOf: () => parts,
    async send(typed, base) {
      try {
        return await publish(contentOf(typed, base.content), base.version)
      } catch (error) {
        const current = refusedWith(error, 'site_changed')?.current
        if (!current) throw error
        const three = {
          before: draftOf(base.content),
          theirs: draftOf(current.content),
          mine: storedOf(typed, base),
        }
        if (compareDrafts(three, parts).some(({ mine }) => mine !== undefined)) throw error
        // The other administrator changed only other parts, so merge both changes.
        const merged = mergeDrafts(three, parts, () => true)
        return publish(contentOf(merged, current.content), current.version)
      }
    },
    findCurrent: (error) => refusedWith(error, 'site_changed')?.current,
    async onSaved() {
      editor.giveUp()
      await queryClient.invalidateQueries({ queryKey: siteContent.queryKey })
      void queryClient.invalidateQueries({ queryKey: siteVersions.queryKey })
      // Reload the root's data, because the page's header shows the series' name.
      void revalidate()
      onSaved()
    },
    onRefused(error) {
      const places = wrongFields(error).map(({ field, message }) => ({
        field: step.places[field],
        message,
      }))
      showMistakes(editor.form, places)
    },
    // If the administrator chooses the other administrator's version, save it nevertheless, because it may be an
    // unpublished draft.
    savesTheirs: true,
  })
  const { form } = editor

  function saveTyped() {
    const mistakes = Object.entries(step.mistakesOf?.(form.getValues()) ?? {}) as [
      Path<Draft>,
      string,
    ][]
    showMistakes(
      form,
      mistakes.map(([field, message]) => ({ field, message })),
    )
    if (mistakes.length === 0) void editor.save().catch(() => undefined)
  }

  return {
    ...editor,
    submit(submitted: FormEvent) {
      // Clear old errors first: react-hook-form never clears errors of unregistered fields, and refuses to submit while
      // there are errors.
      form.clearErrors()
      void form.handleSubmit(saveTyped)(submitted)
    },
  }
}

export type SiteStepState<Draft extends FieldValues> = ReturnType<typeof useSiteStep<Draft>>
