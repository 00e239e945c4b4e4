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
import { scopeLabels } from './scope-labels.ts'

type NewKeyDialogProps = { onMade: () => void; onClose: () => void }

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<{ name: string; key: string }>()
  // When the new key appears in place of the form, the pressed button is gone, so focus the first field.
  useFirstField(made ? 'made' : 'form')
  return (
    <Dialog
      title={made ? 'Your new API key' : 'Create API key'}
      description={
        made
          ? `The key for ${made.name} is shown only now.`
          : 'Create one key per program, with only the permissions it needs.'
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
    description: 'For tests and short projects.',
    days: 90,
  },
  year: { label: 'A year', description: 'Create a new key before this one expires.', days: 365 },
  open: { label: 'Never', description: 'Valid until you remove it.', days: null },
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
      <form
        ref={form}
        noValidate
        aria-label="New API key"
        className="mt-6 grid gap-6"
        onSubmit={send}
      >
        <Field
          label="Name"
          name="name"
          required
          data-autofocus
          autoComplete="off"
          description="e.g. the program that uses it."
          value={name}
          error={errorOf('name')}
          onChange={({ target }) => setName(target.value)}
        />
        <CheckboxGroup
          legend="Permissions"
          name="scopes"
          choices={apiScopes.map((value) => ({ value, ...scopeLabels[value] }))}
          chosen={scopes}
          error={errorOf('scopes')}
          onChange={setScopes}
        />
        <Choices
          legend="Expires"
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
          button={{ idle: 'Create key', pending: 'Creating...' }}
          onClose={onClose}
        />
      </form>
      {prompt}
    </>
  )
}

/** Renders the new API key, which the server cannot show again. */
function CreatedKey({ keyText, onClose }: { keyText: string; onClose: () => void }) {
  return (
    <ShownSecret
      what="key"
      secret={keyText}
      next="Enter the key in the program that uses it."
      onClose={onClose}
    >
      For the developer of the program: each request needs the header{' '}
      <code className="font-mono wrap-anywhere text-ink">
        Authorization: Bearer {keyText.slice(0, 10)}…
      </code>
    </ShownSecret>
  )
}
