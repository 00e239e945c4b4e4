import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#client/api/call.ts'
import { newBatchId } from '#client/api/new-batch-id.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import { explainAct } from './act-dialog.tsx'

const fields = [
  { name: 'firstName', label: 'First name', isRequired: true },
  { name: 'lastName', label: 'Last name', isRequired: true },
  { name: 'email', label: 'Email', isRequired: true },
  { name: 'company', label: 'Company', isRequired: false },
  { name: 'jobTitle', label: 'Job title', isRequired: false },
] as const

const nothing = { firstName: '', lastName: '', email: '', company: '', jobTitle: '' }
type Typed = typeof nothing

/**
 * Renders the dialog that adds one person, as an import of a single row: the person appears in the list of
 * imports, gets no mail automatically, and the import can be undone.
 */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>(nothing)
  const [eventId, setEventId] = useState<number>()
  const [isTold, setIsTold] = useState(false)
  const [wasPressed, setWasPressed] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const missing = fields.filter(({ name, isRequired }) => isRequired && typed[name].trim() === '')
  const adding = useMutation({
    mutationFn: () => addPerson(typed, eventId, isTold && eventId !== undefined),
    async onSuccess({ key, isKnown }) {
      await queryClient.invalidateQueries()
      showToast({
        title: isKnown ? 'Already in the List' : 'Person Added',
        description: isKnown ? 'Your entries were added to this person.' : typed.email.trim(),
      })
      onClose()
      if (key !== undefined) void navigate(`/admin/people/${key}`)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasPressed(true)
    if (missing.length === 0 && !adding.isPending) adding.mutate()
  }

  return (
    <Dialog
      title="Add a person"
      description="Choose an event to register them. Without an event they get video access only."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {fields.map(({ name, label, isRequired }) => (
          <Field
            key={name}
            name={name}
            label={label}
            required={isRequired}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete="off"
            value={typed[name]}
            error={
              wasPressed && missing.some((field) => field.name === name)
                ? `${label} is required`
                : undefined
            }
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <EventSelect none="None (video access only)" eventId={eventId} onChange={setEventId} />
        {eventId !== undefined && (
          <Checkbox
            label="Send confirmation email"
            checked={isTold}
            onChange={({ target }) => setIsTold(target.checked)}
          />
        )}
        {adding.isError && (
          <p role="alert" className="text-danger">
            {adding.error instanceof NotAdded ? adding.error.message : explainAct(adding.error)}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-3">
          <Button type="submit" pending={adding.isPending}>
            {adding.isPending ? 'Adding...' : 'Add person'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Thrown if the server did not add the person; the message is the reason, such as an earlier erasure. */
class NotAdded extends Error {}

async function addPerson(typed: Typed, eventId: number | undefined, isTold: boolean) {
  const batchId = newBatchId()
  const email = cleanEmailAddress(typed.email)
  const eventIdentifier = eventId === undefined ? '' : String(eventId)
  const attendees = [{ ...typed, email, eventIdentifier }]
  const { updated, errors } = await call('POST /api/admin/bulk-import-attendees', {
    body: { attendees, batchId },
  })
  const [error] = errors
  if (error !== undefined) throw new NotAdded(error.replace(/^Row 1: /, ''))
  if (isTold) {
    await call('POST /api/admin/send-confirmations', { body: { batchId } })
  }
  const { people } = await call('GET /api/admin/people', { query: { search: email } })
  const person = people.find((row) => row.email === email)
  return { key: person?.key, isKnown: updated > 0 }
}
