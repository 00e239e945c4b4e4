import { useEffect, useRef, useState } from 'react'
import { DraftGuard } from '#client/admin/draft-guard.tsx'
import { insertIntoField, PlaceholderButtons } from '#client/admin/placeholder-buttons.tsx'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { SaveBar } from '#features/sign-in/admin/save-bar.tsx'
import { isOfLines, mailTextLimits, type MailTextName } from '#kernel/mail-texts.ts'
import { MailTextHistory } from './mail-text-history.tsx'
import { MailTextPreview } from './mail-text-preview.tsx'
import { partNames, partsInOrder, type MailTextState } from './mail-text-queries.ts'
import { PublishWordsDialog } from './publish-words-dialog.tsx'
import {
  useMailTextForm,
  type MailTextFormState,
  type MailTextKeeper,
} from './use-mail-text-form.ts'

/** Form for the organiser's texts of one kind of mail, beside the default texts, with previews and history below. */
export function MailTextForm({ state, keeper }: { state: MailTextState; keeper: MailTextKeeper }) {
  const editor = useMailTextForm(state, keeper)
  const { draft, change, problem, mistakes, conflict } = editor
  const [isPublishing, setIsPublishing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<TextField>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const shown = partsInOrder.filter((name) => state.changeable.includes(name))
  const isChanged = shown.some((name) => draft[name] !== null)
  const isPublished = shown.every((name) => draft[name] === state.publishedWords[name])
  const saved = isPublished ? 'Everything is saved' : 'Draft not published'

  function insert(written: string) {
    const name = (last.current?.name ?? 'opening') as MailTextName
    change({ [name]: insertIntoField(last.current, draft[name] ?? '', written) })
  }

  async function save() {
    if (!editor.isDirtyNow()) {
      showToast({ title: 'Nothing to Save', description: 'Everything is saved.' })
    } else if (await editor.saveDraft()) {
      showToast({ title: 'Draft Saved', description: 'Publish it to use it in emails.' })
    }
  }

  async function publish() {
    if (await editor.saveDraft()) setIsPublishing(true)
  }

  return (
    <>
      {state.locked && (
        <SetupNotes notes={[state.reason ?? 'Email wording comes from a file on the server.']} />
      )}
      <form
        ref={form}
        noValidate
        aria-label="Wording of this email"
        onSubmit={(event) => {
          event.preventDefault()
          if (!editor.isSaving) void save()
        }}
        className="mt-6 [&_:focus]:scroll-mb-28"
      >
        <fieldset disabled={state.locked} className="min-w-0">
          <legend className="sr-only">Text</legend>
          <div className="divide-y divide-line border-y border-line">
            {shown.map((name) => (
              <Part
                key={name}
                name={name}
                state={state}
                editor={editor}
                onFocus={(field) => void (last.current = field)}
              />
            ))}
          </div>
          <div className="mt-6">
            <PlaceholderButtons label="Insert a placeholder" onInsert={insert}>
              {' '}
              The calendar entry, the unsubscribe link and the line saying why people receive the
              email cannot be changed.
            </PlaceholderButtons>
          </div>
        </fieldset>
        {!state.locked && (
          <SaveBar
            problem={problem}
            isAtFields={Object.keys(mistakes).length > 0}
            isSaving={editor.isSaving}
            mistakes={Object.keys(mistakes).length}
            standing={editor.isDirtyNow() ? 'Unsaved changes' : saved}
          >
            <Button variant="secondary" onClick={() => editor.isSaving || void publish()}>
              Publish
            </Button>
            {isChanged && (
              <Button
                variant="quiet"
                className="px-1!"
                onClick={() =>
                  change({ subject: null, opening: null, body: null, closing: null, sender: null })
                }
              >
                Reset all to default
              </Button>
            )}
          </SaveBar>
        )}
      </form>
      <MailTextPreview kind={state.kind} words={draft} />
      <MailTextHistory kind={state.kind} isLocked={state.locked} onTake={change} />
      {isPublishing && <PublishWordsDialog onClose={() => setIsPublishing(false)} />}
      <DraftGuard
        draft={editor}
        title={`${conflict?.current.savedBy ?? 'Another administrator'} changed the wording of this email`}
      />
    </>
  )
}

type TextField = HTMLInputElement | HTMLTextAreaElement

type PartProps = {
  name: MailTextName
  state: MailTextState
  editor: MailTextFormState
  onFocus: (field: TextField) => void
}

const abouts: Record<MailTextName, string> = {
  sender: 'The name beside the sender’s address, which stays the same.',
  subject: 'One line. Login links are not possible here.',
  opening: 'Shown below the title. A new line starts a paragraph.',
  body: 'Replaces the whole email except for the closing text. A new line starts a paragraph.',
  closing: 'Shown above the footer. A new line starts a paragraph.',
}

/** Field for one text of a mail, with the default text and a reset button. */
function Part({ name, state, editor, onFocus }: PartProps) {
  const { draft, change, mistakes } = editor
  const own = draft[name]
  const isDrafted = own !== state.publishedWords[name]
  const isUnused = name === 'opening' && draft.body !== null
  const shared = {
    label: partNames[name],
    description: isUnused ? 'Not used, because your body replaces it.' : abouts[name],
    name,
    maxLength: mailTextLimits[name],
    value: own ?? '',
    error: mistakes[name],
    dir: 'auto',
    onFocus: ({ currentTarget }: { currentTarget: TextField }) => onFocus(currentTarget),
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value === '' ? null : target.value }),
  }
  return (
    <div className="grid gap-x-12 gap-y-4 py-6 lg:grid-cols-2">
      <div className="min-w-0">
        {isOfLines(name) ? (
          <TextArea {...shared} inputClassName="field-sizing-content min-h-28 max-h-96" />
        ) : (
          <Field {...shared} />
        )}
        {name === 'body' && <BodyPlaceholders state={state} editor={editor} />}
      </div>
      <div className="min-w-0">
        <div className="flex min-h-6 flex-wrap items-center gap-2">
          <p className="text-small font-semibold text-muted">Default text</p>
          {own !== null && <Badge tone="accent">Custom text</Badge>}
          {isDrafted && <Badge>Not published</Badge>}
        </div>
        <Default name={name} texts={state.defaults[name]} />
        {name === 'body' && own === null && (
          <Button
            variant="secondary"
            className="mt-3 text-small!"
            onClick={() => change({ body: state.defaults.body[0] ?? null })}
          >
            Edit the default text
          </Button>
        )}
        {own !== null && (
          <Button
            variant="secondary"
            className="mt-3 text-small!"
            onClick={() => change({ [name]: null })}
          >
            Reset to default<span className="sr-only">: {partNames[name]}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Buttons for the placeholders that only the body may contain. */
function BodyPlaceholders({ state, editor }: Pick<PartProps, 'state' | 'editor'>) {
  const names = state.bodyPlaceholders.map(({ name, inserts, isRequired }) => ({
    name,
    title: isRequired ? `Required: ${inserts}` : `Inserts ${inserts}`,
  }))
  const required = state.bodyPlaceholders.filter(({ isRequired }) => isRequired)
  return (
    <div className="mt-4">
      <PlaceholderButtons
        label="Insert into the body"
        names={names}
        onInsert={(written) =>
          editor.change({ body: [editor.draft.body ?? '', written].filter(Boolean).join('\n') })
        }
      >
        {' '}
        Write each of these on its own line.
        <span>
          {required.length > 0 &&
            ` Required: ${required.map(({ name }) => `{${name}}`).join(' and ')}.`}
        </span>
      </PlaceholderButtons>
    </div>
  )
}

const nothing: Record<MailTextName, string> = {
  sender: 'None. Only the sender’s address is shown.',
  subject: '',
  opening: '',
  body: '',
  closing: 'None. The email ends with its last button or note.',
}

function Default({ name, texts }: { name: MailTextName; texts: string[] }) {
  if (texts.length === 0) return <p className="mt-1.5 text-muted">{nothing[name]}</p>
  return texts.map((text, at) => (
    <p key={text} dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-line">
      {at > 0 && <span className="text-small text-muted">or </span>}
      <bdi>{text}</bdi>
    </p>
  ))
}
