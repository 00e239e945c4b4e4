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

/** The state of the form: the version it started from, what is typed, and what came in between. */
export function useSiteForm(site: SiteState, keeper: SiteDraftKeeper) {
  const queryClient = useQueryClient()
  const [restored] = useState(() => keeper.read(page))
  const [base, setBase] = useState<SiteBase>(restored?.base ?? site)
  const form = useForm({ defaultValues: restored?.draft ?? draftOf(base.content) })
  const [stale, setStale] = useState<Stale>()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [others, setOthers] = useState<string[]>([])
  /** How often something was found wrong: each time leads to the first of it. */
  const [refusals, setRefusals] = useState(0)
  /** How often what is typed was saved or replaced: what was taken out of lists before is gone for good. */
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

  /** Goes on from another version; what is typed stays as it stands. */
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

  // Read anew, by a press on Refresh for instance, while nothing is typed.
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

  /** What another administrator saved since, or what is wrong with fields. */
  function noticeRefusal(error: unknown) {
    const changed = refusedWith(error, 'site_changed')
    if (changed) setStale({ base: changed.current, savedBy: changed.current.savedBy })
    else if (wrongFields(error).length > 0) show(collectMistakes(wrongFields(error)))
  }

  /** Saves what is typed; answers the version that is saved then, or nothing. */
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
    showToast({ title: 'Nothing Left to Save', description: 'Their version is shown now.' })
  }

  return {
    form,
    base,
    isDirtyNow,
    /** What is typed may be lost: somebody said so. */
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
