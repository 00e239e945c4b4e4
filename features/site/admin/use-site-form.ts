import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { compareDrafts, mergeDrafts } from '#client/admin/compare-drafts.ts'
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

const page = 'site'

type Stale = { base: SiteBase; savedBy: string | null }

/** Holds the form's state: the version it is based on, the changes, and saves by other administrators. */
export function useSiteForm(site: SiteState, keeper: SiteDraftKeeper) {
  const queryClient = useQueryClient()
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState<SiteBase>(restored?.base ?? site)
  const form = useForm({ defaultValues: restored?.draft ?? draftOf(base.content) })
  const [stale, setStale] = useState<Stale>()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [others, setOthers] = useState<string[]>([])
  /** Number of refusals; each moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  /**
   * Increases whenever the draft is saved or replaced; entries removed before cannot be restored afterwards.
   */
  const [rounds, setRounds] = useState(0)
  const isGivenUp = useRef(false)
  const latest = useRef(base)
  useEffect(() => void (latest.current = base))

  function isDirtyNow() {
    const stored = draftOf(latest.current.content)
    return !isGivenUp.current && !isSameContent(stored, form.getValues())
  }

  useEffect(() => {
    keeper.keep(page, undefined)
    isGivenUp.current = false
    const { getValues } = form
    return () => {
      const [draft, from] = [getValues(), latest.current]
      const isKept = !isGivenUp.current && !isSameContent(draftOf(from.content), draft)
      keeper.keep(page, isKept ? { draft: structuredClone(draft), base: from } : undefined)
    }
  }, [keeper, form])

  /** Rebases the form on another version and keeps the unsaved changes. */
  function goOnFrom(next: SiteBase) {
    latest.current = next
    setBase(next)
    setMistakes({})
    setOthers([])
    setRounds((count) => count + 1)
  }

  function fillIn(next: SiteBase, draft: SiteDraft = draftOf(next.content)) {
    goOnFrom(next)
    form.reset(draft)
  }

  // The query may refetch, e.g. on Refresh; adopt its version only without unsaved changes.
  const newest = stale ? base.version : site.version
  useEffect(() => {
    if (newest > latest.current.version && !isDirtyNow()) fillIn(site)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a newer version matters
  }, [newest])

  function show(found: Mistakes) {
    const { placed, others: elsewhere } = placeMistakes(found)
    setMistakes(placed)
    setOthers(elsewhere)
    setRefusals((count) => count + 1)
  }

  const save = useMutation({
    mutationFn: ({ draft, from }: { draft: SiteDraft; from: SiteBase }) =>
      call('PUT /api/admin/site/draft', {
        body: { content: contentOf(draft), version: from.version },
      }),
    onSuccess({ version }, { draft }) {
      setStale(undefined)
      goOnFrom({ content: siteSchema.parse(contentOf(draft)), version })
      void queryClient.invalidateQueries({ queryKey: siteContent.queryKey })
    },
    onError: noticeRefusal,
  })

  /** Handles a refusal: a save by another administrator, or invalid fields. */
  function noticeRefusal(error: unknown) {
    const changed = refusedWith(error, 'site_changed')
    if (changed) setStale({ base: changed.current, savedBy: changed.current.savedBy })
    else if (wrongFields(error).length > 0) show(collectMistakes(wrongFields(error)))
  }

  /** Saves the draft; returns the saved version, or undefined on failure. */
  async function saveDraft(): Promise<number | undefined> {
    const draft = form.getValues()
    const found = findMistakes(draft)
    save.reset()
    if (Object.keys(found).length > 0) {
      show(found)
      return undefined
    }
    const saved = await save.mutateAsync({ draft, from: base }).catch(() => undefined)
    return saved?.version
  }

  function settle(keepsMine: (label: string) => boolean) {
    if (!stale) return
    const theirs = draftOf(stale.base.content)
    const three = { before: draftOf(base.content), theirs, mine: form.getValues() }
    const parts = siteParts(Object.values(three))
    const merged = mergeDrafts(three, parts, keepsMine)
    fillIn(stale.base, merged)
    if (!isSameContent(theirs, merged)) {
      save.mutate(
        { draft: merged, from: stale.base },
        { onSuccess: () => showToast({ title: 'Draft Saved' }) },
      )
      return
    }
    setStale(undefined)
    save.reset()
    showToast({
      title: 'Nothing Left to Save',
      description: "The form shows the other administrator's version.",
    })
  }

  return {
    form,
    base,
    isDirtyNow,
    /** The administrator confirmed that unsaved changes may be lost. */
    giveUp: () => void (isGivenUp.current = true),
    mistakes,
    others,
    refusals,
    rounds,
    setMistake(path: string, message: string | undefined) {
      setMistakes(({ [path]: _old, ...rest }) => (message ? { ...rest, [path]: message } : rest))
    },
    fillIn,
    saveDraft,
    isSaving: save.isPending,
    problem: stale ? null : save.error,
    noticeRefusal,
    stale: stale && {
      savedBy: stale.savedBy,
      differences: differencesOf(base, stale.base, form.getValues()),
    },
    settle,
    closeStale() {
      setStale(undefined)
      save.reset()
    },
  }
}

function differencesOf(base: SiteBase, current: SiteBase, mine: SiteDraft) {
  const three = { before: draftOf(base.content), theirs: draftOf(current.content), mine }
  return compareDrafts(three, siteParts(Object.values(three)))
}

export type SiteFormState = ReturnType<typeof useSiteForm>
