import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { CheckboxGroup } from '#client/admin/checkbox-group.tsx'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { ShownSecret } from '#client/admin/shown-secret.tsx'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { Choices } from '#client/ui/choices.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { useFirstField } from '#client/ui/use-first-field.ts'
import { newApiKeyForm } from '#features/api-keys/contract.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import { apiScopes, type ApiScope } from '#kernel/api-scopes.ts'
import { scopeWords } from './scope-words.ts'

type NewKeyDialogProps = { onMade: () => void; onClose: () => void }

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string }>()
  // The pressed button is gone with the form.
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
        <CreatedKey keyText={made.key} onClose={onClose} />
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
const lifetimes = {
  quarter: {
    label: '90 days',
    description: 'For a trial, or work that is done by then.',
    days: 90,
  },
  year: { label: 'A year', description: 'Then it is made anew.', days: 365 },
  open: { label: 'No end', description: 'It ends when you remove it, or with you.', days: null },
}
type Life = keyof typeof lifetimes

function endOf(life: Life) {
  const { days } = lifetimes[life]
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
        <CheckboxGroup
          legend="What it may be used for"
          name="scopes"
          choices={apiScopes.map((value) => ({ value, ...scopeWords[value] }))}
          chosen={scopes}
          error={errorOf('scopes')}
          onChange={setScopes}
        />
        <Choices
          legend="How long it lasts"
          choices={(Object.keys(lifetimes) as Life[]).map((value) => ({
            value,
            ...lifetimes[value],
          }))}
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

/** Shows the key once; it cannot be displayed again. */
function CreatedKey({ keyText, onClose }: { keyText: string; onClose: () => void }) {
  return (
    <ShownSecret
      what="key"
      secret={keyText}
      next="Put it where the program reads it."
      onClose={onClose}
    >
      Programs send it with each call, as the header{' '}
      <code className="font-mono wrap-anywhere text-ink">
        Authorization: Bearer {keyText.slice(0, 10)}…
      </code>
    </ShownSecret>
  )
}
