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

/** The texts as stored when the form was opened, and their version, to detect saves by other administrators. */
type Base = Pick<MailTextState, 'words' | 'version'> & { savedBy?: string | null }

/** Keeps the form's unsaved changes while another page is open. */
export type MailTextKeeper = DraftKeeper<OwnWords, Base>

const parts: DraftPart<OwnWords>[] = partsInOrder.map((name) => ({
  label: partNames[name],
  show: (words) => words[name] ?? 'default',
  isSame: (one, other) => one[name] === other[name],
  take: (from, into) => ({ ...into, [name]: from[name] }),
}))

/**
 * Saves the texts of one kind of mail. All site content has one version number: if another administrator saved a
 * different part of it, saves again with the new number. If they changed these texts, throws the 409 error.
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
    body = null,
    closing = null,
    sender = null,
  } = content.mails?.[kind] ?? {}
  return { subject, opening, body, closing, sender }
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
    /** If there are unsaved changes, saves them. Returns false only if saving failed. */
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
