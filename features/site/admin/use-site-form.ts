import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '#client/admin/use-draft.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { siteSchema } from '#kernel/site.ts'
import {
  collectMistakes,
  contentOf,
  draftOf,
  findMistakes,
  isSameContent,
  type Mistakes,
  type SiteBase,
  type SiteDraft,
  type SiteDraftKeeper,
} from './site-draft.ts'
import { placeMistakes, siteParts } from './site-parts.ts'
import { siteContent, type SiteState } from './site-queries.ts'

/**
 * Returns the state of the site's form: its values, the version that they are based on, and conflicts with saves by
 * other administrators.
 */
export function useSiteForm(site: SiteState, keeper: SiteDraftKeeper) {
  const queryClient = useQueryClient()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [others, setOthers] = useState<string[]>([])
  /** Number of rejected saves; each moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  /**
   * Counter that increases whenever the draft is saved or replaced. List entries that were removed before can then no
   * longer be restored.
   */
  const [rounds, setRounds] = useState(0)

  function show(found: Mistakes) {
    const { placed, others: elsewhere } = placeMistakes(found)
    setMistakes(placed)
    setOthers(elsewhere)
    setRefusals((count) => count + 1)
  }

  const editor = useDraft<SiteDraft, SiteBase>({
    keeper,
    page: 'site',
    stored: site,
    isNewer: (stored, base) => stored.version > base.version,
    draftOf: ({ content }) => draftOf(content),
    isSame: isSameContent,
    partsOf: siteParts,
    async send(draft, base) {
      const body = { content: contentOf(draft), version: base.version }
      const { version } = await call('PUT /api/admin/site/draft', { body })
      return { content: siteSchema.parse(body.content), version }
    },
    findCurrent: (error) => refusedWith(error, 'site_changed')?.current,
    onSaved: () => void queryClient.invalidateQueries({ queryKey: siteContent.queryKey }),
    onRefused(error) {
      if (wrongFields(error).length > 0) show(collectMistakes(wrongFields(error)))
    },
    onSettled: () => showToast({ title: 'Draft Saved' }),
    onRebase() {
      setMistakes({})
      setOthers([])
      setRounds((count) => count + 1)
    },
  })

  return {
    ...editor,
    mistakes,
    others,
    refusals,
    rounds,
    setMistake(path: string, message: string | undefined) {
      setMistakes(({ [path]: _old, ...rest }) => (message ? { ...rest, [path]: message } : rest))
    },
    /** Saves the draft; returns the number of the saved version, or undefined if saving fails. */
    async saveDraft(): Promise<number | undefined> {
      const found = findMistakes(editor.form.getValues())
      editor.dismiss()
      if (Object.keys(found).length > 0) {
        show(found)
        return undefined
      }
      return editor.save().then(
        ({ version }) => version,
        () => undefined,
      )
    },
    /** Handles a rejected publication or restoration if another administrator saved the draft first. */
    noticeRefusal(error: unknown) {
      const current = refusedWith(error, 'site_changed')?.current
      if (current) editor.setStale(current)
    },
  }
}

export type SiteFormState = ReturnType<typeof useSiteForm>
