import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { submitForm } from '#client/forms/posted-form.tsx'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { beginFactor } from '#features/administrators/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { administrators } from './settings-queries.ts'

type FactorDialogProps = { hasFactor: boolean; onClose: () => void }

/**
 * Renders the dialog that sets up two-factor authentication in three steps (password, authenticator app, first code),
 * or removes it.
 */
export function FactorDialog({ hasFactor, onClose }: FactorDialogProps) {
  const [isRemoving] = useState(hasFactor)
  const [begun, setBegun] = useState<ReplyOf<typeof beginFactor>>()
  const [codes, setCodes] = useState<string[]>()
  const queryClient = useQueryClient()
  const refreshList = () => queryClient.invalidateQueries({ queryKey: administrators.queryKey })
  async function prove(presentPassword: string) {
    if (!isRemoving) {
      setBegun(await call('POST /api/admin/factor', { body: { presentPassword } }))
      return
    }
    await call('DELETE /api/admin/factor', { body: { presentPassword } })
    void refreshList()
    showToast({
      title: 'Two-Factor Authentication Removed',
      description: 'You sign in with your password only.',
    })
    onClose()
  }
  async function confirm(code: string) {
    const reply = await call('POST /api/admin/factor/confirm', { body: { code } })
    setCodes(reply.recoveryCodes)
    void refreshList()
  }
  return (
    <Dialog
      title={isRemoving ? 'Remove two-factor authentication?' : 'Set up two-factor authentication'}
      description={
        isRemoving
          ? 'You will sign in with your password only, unless this site requires two-factor authentication.'
          : 'You will sign in with your password and a code from an authenticator app.'
      }
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : begun ? (
        <>
          <FactorKey {...begun} />
          <OneFieldForm
            key="code"
            kind="code"
            onSend={confirm}
            button="Set up two-factor authentication"
            onClose={onClose}
          />
        </>
      ) : (
        <OneFieldForm
          key="password"
          kind="presentPassword"
          onSend={prove}
          button={isRemoving ? 'Remove two-factor authentication' : 'Continue'}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** Renders the secret for the authenticator app as a QR code and as text. */
function FactorKey({ secret, uri }: ReplyOf<typeof beginFactor>) {
  const { data: drawing } = useQuery({
    queryKey: ['factor-drawing', uri],
    queryFn: async () => (await import('uqr')).renderSVG(uri, { border: 2 }),
    gcTime: 0,
  })
  return (
    <div className="mt-6 grid gap-4">
      <p>Scan this with an authenticator app, or enter the key there.</p>
      {drawing && (
        <img
          className="size-52 rounded-md bg-white"
          alt="QR code for your authenticator app"
          src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
        />
      )}
      <p className="font-mono wrap-anywhere" data-factor-secret>
        {secret}
      </p>
    </div>
  )
}

/** Renders the new recovery codes, which the server cannot show again. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  async function copy() {
    const isDone = await copyText(text)
    showToast({ title: isDone ? 'Codes Copied' : 'Not Copied', description: '' })
  }
  return (
    <div className="mt-6 grid gap-5">
      <output>
        Two-factor authentication is set up. Store these ten recovery codes: each signs you in once
        if you lose your authenticator. They are shown only now.
      </output>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          variant="secondary"
          onClick={() => downloadText('recovery-codes.txt', text, 'text/plain')}
        >
          Download
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have stored them
        </Button>
      </div>
    </div>
  )
}

type OneFieldFormProps = {
  kind: 'presentPassword' | 'code'
  onSend: (value: string) => Promise<void>
  button: string
  onClose: () => void
}

/** Renders a form with one field, for a password or a code, and the server's error message. */
function OneFieldForm({ kind, onSend, button, onClose }: OneFieldFormProps) {
  const form = useForm<Record<string, string>>({
    defaultValues: { [kind]: '' },
  })
  const sending = useMutation({
    mutationFn: (values: Record<string, string>) => onSend(values[kind] ?? ''),
    onError(error) {
      for (const { field, message } of errorsOf(error)) {
        form.setError(field, { message }, { shouldFocus: true })
      }
    },
  })
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={submitForm(form, (values) => sending.mutate(values))}
      >
        <FormField
          name={kind}
          label={kind === 'code' ? 'Six-digit code' : 'Current password'}
          type={kind === 'code' ? 'text' : 'password'}
          required
          data-autofocus
          autoComplete={kind === 'code' ? 'one-time-code' : 'current-password'}
        />
        <DialogFormEnd
          sending={sending}
          isAtField={errorsOf(sending.error).length > 0}
          button={{ idle: button, pending: button }}
          onClose={onClose}
        />
      </form>
    </FormProvider>
  )
}

function errorsOf(error: unknown) {
  const refused =
    refusedWith(error, 'wrong_present_password') ?? refusedWith(error, 'wrong_factor_code')
  return refused?.errors ?? wrongFields(error)
}
