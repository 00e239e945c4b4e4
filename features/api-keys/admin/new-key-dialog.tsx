import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Choices } from '#client/ui/choices.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useFirstField } from '#client/ui/use-first-field.ts'
import { newApiKeyForm } from '#features/api-keys/contract.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import { apiScopes, type ApiScope } from '#kernel/api-scopes.ts'
import { scopeWords } from './scope-words.ts'

type NewKeyDialogProps = { onMade: () => void; onClose: () => void }

/** Makes a key, and shows it this once. */
export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string }>()
  // The button that was pressed is gone with the form.
  useFirstField(made ? 'made' : 'form')
  return (
    <Dialog
      title={made ? 'Your new key' : 'Make a key'}
      description={
        made
          ? `For ${made.name}. It is shown this once: keep it where the program reads it, and nowhere else.`
          : 'Give each program a key of its own, for no more than it does.'
      }
      onClose={onClose}
    >
      {made ? (
        <MadeKey keyText={made.key} onClose={onClose} />
      ) : (
        <NewKeyForm
          onMade={(next) => {
            setMade(next)
            onMade()
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

const dayMs = 24 * 60 * 60 * 1000
const lives = {
  quarter: {
    label: '90 days',
    description: 'For a trial, or work that is done by then.',
    days: 90,
  },
  year: { label: 'A year', description: 'Then it is made anew.', days: 365 },
  open: { label: 'No end', description: 'It ends when you remove it, or with you.', days: null },
}
type Life = keyof typeof lives

function endOf(life: Life) {
  const { days } = lives[life]
  return days === null ? null : new Date(Date.now() + days * dayMs).toISOString()
}

type NewKeyFormProps = {
  onMade: (made: { name: string; key: string }) => void
  onClose: () => void
}

function NewKeyForm({ onMade, onClose }: NewKeyFormProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [life, setLife] = useState<Life>('year')
  const [wrong, setWrong] = useState<{ field: string; message: string }[]>([])
  const form = useRef<HTMLFormElement>(null)
  const { asksFor, prompt } = usePasswordPrompt()
  const making = useMutation({
    mutationFn: () =>
      call('POST /api/admin/keys', {
        body: { name, scopes: [...scopes], expiresAt: endOf(life) },
      }),
    onSuccess: ({ key }) => onMade({ name: name.trim(), key }),
    onError(error) {
      if (!asksFor(error, () => making.mutate())) markWrong(wrongFields(error))
    },
  })
  const errorOf = (field: string) => wrong.find((one) => one.field.split('.')[0] === field)?.message

  function markWrong(errors: { field: string; message: string }[]) {
    setWrong(errors)
    const first = errors[0]?.field.startsWith('scopes') ? '[name=scopes]' : '[name=name]'
    if (errors.length > 0) form.current?.querySelector<HTMLElement>(first)?.focus()
  }

  function send(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    if (making.isPending) return
    const issues = newApiKeyForm.safeParse({ name, scopes }).error?.issues ?? []
    markWrong(issues.map(({ path, message }) => ({ field: path.join('.'), message })))
    if (issues.length === 0) making.mutate()
  }

  const isAsked = refusedWith(making.error, 'password_needed') !== undefined
  return (
    <>
      <form ref={form} noValidate aria-label="New key" className="mt-6 grid gap-6" onSubmit={send}>
        <Field
          label="Name"
          name="name"
          required
          data-autofocus
          autoComplete="off"
          description="What it is for, as it stands in this list and in the log."
          value={name}
          error={errorOf('name')}
          onChange={({ target }) => setName(target.value)}
        />
        <ScopeBoxes scopes={scopes} error={errorOf('scopes')} onChange={setScopes} />
        <Choices
          legend="How long it lasts"
          choices={(Object.keys(lives) as Life[]).map((value) => ({ value, ...lives[value] }))}
          inputOf={(value) => ({
            name: 'life',
            checked: value === life,
            onChange: () => setLife(value),
          })}
        />
        <DialogFormEnd
          sending={making}
          isAtField={wrong.length > 0 || isAsked}
          button={{ idle: 'Make key', pending: 'Making...' }}
          onClose={onClose}
        />
      </form>
      {prompt}
    </>
  )
}

type ScopeBoxesProps = {
  scopes: readonly ApiScope[]
  error: string | undefined
  onChange: (scopes: ApiScope[]) => void
}

function ScopeBoxes({ scopes, error, onChange }: ScopeBoxesProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="font-semibold">What it may be used for</legend>
      <div className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            {...scopeWords[scope]}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              onChange(
                apiScopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Shown this once: nobody can read it again. */
function MadeKey({ keyText, onClose }: { keyText: string; onClose: () => void }) {
  async function copy() {
    const isDone = await copyText(keyText)
    showToast(
      isDone
        ? { title: 'Key Copied', description: 'Put it where the program reads it.' }
        : { title: 'Not Copied', description: 'Please select the key and copy it yourself.' },
    )
  }
  return (
    <div className="mt-6 grid gap-5">
      <output className="block rounded-md border border-line-strong bg-sunken px-4 py-3 font-mono wrap-anywhere select-all">
        {keyText}
      </output>
      <p className="text-small text-muted">
        Programs send it with each call, as the header{' '}
        <code className="font-mono wrap-anywhere text-ink">
          Authorization: Bearer {keyText.slice(0, 10)}…
        </code>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button data-autofocus onClick={() => void copy()}>
          Copy key
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </div>
  )
}
