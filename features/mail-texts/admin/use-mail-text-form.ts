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

/** The stored texts and their version, on which the changes in the form are based. */
type Base = Pick<MailTextState, 'words' | 'version'> & { savedBy?: string | null }

/** Keeps unsaved changes of the form while it is unmounted. */
export type MailTextKeeper = DraftKeeper<OwnWords, Base>

const parts: DraftPart<OwnWords>[] = partsInOrder.map((name) => ({
  label: partNames[name],
  show: (words) => words[name] ?? 'default',
  isSame: (one, other) => one[name] === other[name],
  take: (from, into) => ({ ...into, [name]: from[name] }),
}))

/**
 * Saves the texts of a kind of mail. If another administrator saved other content of the site meanwhile, saves
 * again based on the new version; if they changed these texts, throws the refusal (409).
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

/** Returns the state of the form for mail texts: stored version, unsaved changes, and conflicts with other saves. */
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
    /** Saves unsaved changes, if any; returns false if saving failed. */
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
