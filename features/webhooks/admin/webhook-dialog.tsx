import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { CheckboxGroup } from '#client/admin/checkbox-group.tsx'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useFirstField } from '#client/ui/use-first-field.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import { type Webhook, webhookForm } from '#features/webhooks/contract.ts'
import { type WebhookEvent, webhookEvents } from '#kernel/values.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { webhooksKey } from './webhook-queries.ts'
import { eventWords } from './webhook-labels.ts'

type WebhookDialogProps = {
  /** The webhook to change; undefined to add one. */
  webhook?: Webhook
  /** Whether webhooks may have URLs with `http:`, which is insecure outside of private networks. */
  allowsPlain: boolean
  onClose: () => void
}

/** Dialog that changes a webhook, or adds one and then shows its secret once. */
export function WebhookDialog({ webhook, allowsPlain, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  // Moves the focus to the secret, because the form with the focused button is gone.
  useFirstField(secret ? 'secret' : 'form')
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: webhooksKey })

  async function save(body: { url: string; events: WebhookEvent[] }) {
    if (webhook) {
      await call('PATCH /api/admin/webhooks/:id', { params: { id: webhook.id }, body })
      showToast({
        title: 'Webhook Saved',
        description: 'Waiting calls are sent to the saved address.',
      })
      onClose()
    } else setSecret((await call('POST /api/admin/webhooks', { body })).secret)
    refresh()
  }

  if (secret) {
    return (
      <Dialog
        title="Secret of the new webhook"
        description="The secret is shown only now. Enter it in the receiving program."
        onClose={onClose}
      >
        <WebhookSecret secret={secret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title={webhook ? 'Edit webhook' : 'Add a webhook'} onClose={onClose}>
      <WebhookFields {...{ webhook, allowsPlain, save, onClose }} />
    </Dialog>
  )
}

type WebhookFieldsProps = {
  webhook: Webhook | undefined
  allowsPlain: boolean
  save: (body: { url: string; events: WebhookEvent[] }) => Promise<void>
  onClose: () => void
}

function WebhookFields({ webhook, allowsPlain, save, onClose }: WebhookFieldsProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents)
  const [wrong, setWrong] = useState<{ field: string; message: string }[]>([])
  const form = useRef<HTMLFormElement>(null)
  const { asksFor, prompt } = usePasswordPrompt()
  const saving = useMutation({
    mutationFn: () => save({ url, events: [...events] }),
    onError(error) {
      if (!asksFor(error, () => saving.mutate())) markWrong(wrongFields(error))
    },
  })
  const errorOf = (field: string) => wrong.find((one) => one.field.split('.')[0] === field)?.message

  function markWrong(errors: { field: string; message: string }[]) {
    setWrong(errors)
    const first = errors[0]?.field.startsWith('events') ? '[name=events]' : '[name=url]'
    if (errors.length > 0) form.current?.querySelector<HTMLElement>(first)?.focus()
  }

  function send(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    if (saving.isPending) return
    const issues = webhookForm.safeParse({ url, events }).error?.issues ?? []
    markWrong(issues.map(({ path, message }) => ({ field: path.join('.'), message })))
    if (issues.length === 0) saving.mutate()
  }

  const isAsked = refusedWith(saving.error, 'password_needed') !== undefined
  return (
    <>
      <form ref={form} noValidate aria-label="Webhook" className="mt-6 grid gap-6" onSubmit={send}>
        <Field
          label="Receiver URL"
          name="url"
          type="url"
          inputMode="url"
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://example.org/hooks"
          description={
            allowsPlain
              ? 'A public https address, or an address in WEBHOOK_NETWORKS.'
              : 'A public https address.'
          }
          value={url}
          error={errorOf('url')}
          onChange={({ target }) => setUrl(target.value)}
        />
        <CheckboxGroup
          legend="Events to send"
          name="events"
          choices={webhookEvents.map((value) => ({
            value,
            label: <code className="font-mono text-small wrap-anywhere">{value}</code>,
            description: eventWords[value],
          }))}
          chosen={events}
          error={errorOf('events')}
          onChange={setEvents}
        />
        <DialogFormEnd
          sending={saving}
          isAtField={wrong.length > 0 || isAsked}
          button={
            webhook
              ? { idle: 'Save', pending: 'Saving...' }
              : { idle: 'Add webhook', pending: 'Adding...' }
          }
          onClose={onClose}
        />
      </form>
      {prompt}
    </>
  )
}
