import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Person } from '#shared/contract/people.ts'
import type { PersonPlan } from '#shared/contract/person-acts.ts'
import { call } from '#app/api/call.ts'
import { refusedWith, wrongFields } from '#app/api/refused-with.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { ActDialog } from './act-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PlanSteps } from './plan-steps.tsx'
import { explainAct } from './use-act.ts'

type CorrectDialogProps = { person: Person; onDone: () => void; onClose: () => void }
type Changes = Partial<Pick<Person, 'firstName' | 'lastName' | 'email'>>

const fields = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email' },
] as const

/**
 * Corrects names and e-mail: what would happen is shown before anything does. An e-mail that belongs to
 * somebody offers the merge.
 */
export function CorrectDialog({ person, onDone, onClose }: CorrectDialogProps) {
  const [typed, setTyped] = useState<Required<Changes>>(person)
  const { key } = person
  const changes: Changes = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = typed[name].trim()
      return value === person[name] ? [] : [[name, value]]
    }),
  )
  const planning = useMutation({
    mutationFn: (body: Changes) =>
      call('PATCH /api/admin/people/:key', { params: { key }, query: { dryRun: '1' }, body }),
  })
  const taken = refusedWith(planning.error, 'email_taken')
  const wrong = wrongFields(planning.error)

  if (taken) {
    return <MergeDialog {...{ person, onClose }} into={taken.into} />
  }
  if (planning.data) {
    return <Confirmation {...{ person, changes, onDone, onClose }} plan={planning.data} />
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!planning.isPending) planning.mutate(changes)
  }
  return (
    <Dialog
      title="Correct this person"
      description="Nothing is changed yet: you are shown first what would happen."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            {...{ name, label }}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete="off"
            value={typed[name]}
            error={wrong.find(({ field }) => field === name)?.message}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        {planning.isError && wrong.length === 0 && (
          <p role="alert" className="text-danger">
            {explainAct(planning.error)}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-3">
          <Button
            type="submit"
            pending={planning.isPending}
            disabled={Object.keys(changes).length === 0}
          >
            {planning.isPending ? 'Looking it up...' : 'Show what would happen'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type ConfirmationProps = CorrectDialogProps & { changes: Changes; plan: PersonPlan }

function Confirmation({ person, changes, plan, onDone, onClose }: ConfirmationProps) {
  const { key } = person
  return (
    <ActDialog
      title="This would happen"
      label="Correct"
      pendingLabel="Correcting..."
      act={() => call('PATCH /api/admin/people/:key', { params: { key }, body: changes })}
      done={() => ({ title: 'Corrected', description: changes.email ?? person.email })}
      {...{ onDone, onClose }}
    >
      <ul aria-label="What is corrected" className="grid gap-1">
        {fields
          .filter(({ name }) => name in changes)
          .map(({ name, label }) => (
            <li key={name} className="wrap-anywhere">
              {label}: <s className="text-muted">{person[name] || '–'}</s> → <b>{changes[name]}</b>
            </li>
          ))}
      </ul>
      <PlanSteps plan={plan} />
      {changes.email !== undefined && (
        <p className="text-small text-muted">
          The new address is told; the former one only if a link in a mail ever showed that it was
          theirs, and not which the new one is. Links in mails to the former address lead nowhere
          any more. MailerLite is told. This is not undone with a press.
        </p>
      )}
    </ActDialog>
  )
}
