import { useWatch } from 'react-hook-form'
import type { DraftPart } from '#client/admin/compare-drafts.ts'
import { type DraftKeeper, useDraft } from '#client/admin/use-draft.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { OwnWords } from '#features/mail-texts/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import {
  isSameWords,
  partNames,
  partsInOrder,
  useRefetch,
  type MailTextState,
} from './mail-text-queries.ts'

/** The stored state that the form's changes are based on. */
type Base = Pick<MailTextState, 'words' | 'version'> & { savedBy?: string | null }

/** Keeps the draft while the form is unmounted. */
export type MailTextKeeper = DraftKeeper<OwnWords, Base>

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
  const editor = useDraft<OwnWords, Base>({
    keeper,
    page: kind,
    stored: state,
    isNewer: (stored, base) => stored.version > base.version,
    draftOf: ({ words }) => words,
    isSame: isSameWords,
    partsOf: () => parts,
    send: (words, base) => saveWords(kind, words, base),
    findCurrent(error) {
      const current = refusedWith(error, 'site_changed')?.current
      return current && { ...current, words: wordsOf(current, kind) }
    },
    onSaved: readAnew,
    onSettled: () => showToast({ title: 'Draft Saved' }),
  })
  const draft = useWatch({ control: editor.form.control }) as OwnWords
  return {
    ...editor,
    draft,
    mistakes: Object.fromEntries(
      wrongFields(editor.problem).map(({ field, message }) => [field, message]),
    ),
    /** Saves changes, if any; returns whether everything is saved. */
    async saveDraft(): Promise<boolean> {
      if (!editor.isDirtyNow()) return true
      return editor.save().then(
        () => true,
        () => false,
      )
    },
  }
}

export type MailTextFormState = ReturnType<typeof useMailTextForm>
