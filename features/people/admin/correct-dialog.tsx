import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import type { Person, PersonPlan } from '#features/people/contract.ts'
import { ActDialog, explainAct } from './act-dialog.tsx'
import { personOf } from './people-queries.ts'

type CorrectDialogProps = { person: Person; onDone: () => void; onClose: () => void }
type Changes = Partial<Pick<Person, 'firstName' | 'lastName' | 'email'>>

const fields = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email' },
] as const

/**
 * Renders the dialog that corrects a person's name and email, with a preview of the consequences. If the
 * email belongs to another person, the dialog offers to merge the two.
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
      title="Edit name or email"
      description="You see the consequences before anything changes."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            {...{ name, label }}
            required
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
            {planning.isPending ? 'Loading...' : 'Continue'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Go back
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
      title="Confirm the change"
      label="Save"
      pendingLabel="Saving..."
      act={() => call('PATCH /api/admin/people/:key', { params: { key }, body: changes })}
      done={() => ({ title: 'Person Updated', description: changes.email ?? person.email })}
      {...{ onDone, onClose }}
    >
      <ul aria-label="Changes" className="grid gap-1">
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
          The new address gets an email. The old address gets one only if it was ever confirmed.
          Links in emails to the old address stop working. MailerLite is updated. To undo this,
          change the email back here.
        </p>
      )}
    </ActDialog>
  )
}

type MergeDialogProps = { person: Person; into: string; onClose: () => void }

/**
 * Renders the dialog that merges the person into the owner of the email, with a preview of the consequences
 * for each table.
 */
function MergeDialog({ person, into, onClose }: MergeDialogProps) {
  const navigate = useNavigate()
  const { key } = person
  const other = useQuery(personOf(into))
  const merge = (query = {}) =>
    call('POST /api/admin/people/:key/merge', { params: { key }, query, body: { into } })
  const plan = useQuery({
    queryKey: [...personOf(key).queryKey, 'merge', into],
    queryFn: () => merge({ dryRun: '1' }),
    staleTime: 0,
    gcTime: 0,
  })
  const refetch = () => Promise.all([other.refetch(), plan.refetch()])
  if (!other.data || !plan.data) {
    return (
      <Dialog title="This email belongs to another person" onClose={onClose}>
        <NotLoaded
          query={{ data: undefined, error: other.error ?? plan.error, refetch }}
          message="The consequences of a merge could not be loaded. Please try again."
          skeleton="mt-5 h-40"
        />
      </Dialog>
    )
  }
  const { email, firstName, lastName } = other.data
  const name = `${firstName} ${lastName}`.trim()
  return (
    <ActDialog
      title="This email belongs to another person"
      description="You can merge the two people into one. Nothing has changed yet."
      label="Merge"
      pendingLabel="Merging..."
      isDangerous
      gone={key}
      act={() => merge()}
      done={() => ({ title: 'Merged', description: email })}
      onDone={() => navigate(`/admin/people/${into}`, { replace: true })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {`This moves all registrations and data of ${person.email} to `}
        {name && <bdi>{name}, </bdi>}
        <b>{email}</b>
      </p>
      <PlanSteps plan={plan.data} />
      <p className="text-small text-muted">
        If one of the two unsubscribed, that is kept. The person is registered in Zoom again. This
        cannot be undone.
      </p>
    </ActDialog>
  )
}

function PlanSteps({ plan }: { plan: PersonPlan }) {
  if (plan.steps.length === 0) return <p>Nothing else changes.</p>
  return (
    <ul
      aria-label="Consequences"
      className="grid gap-1.5 rounded-md border border-line bg-sunken px-4 py-3 text-small"
    >
      {plan.steps.map(({ what, rows }) => (
        <li key={what} className="flex gap-3 figures">
          <span className="w-10 shrink-0 text-right font-semibold">
            {rows.toLocaleString('en-GB')}
          </span>
          <span className="min-w-0 wrap-anywhere">{what}</span>
        </li>
      ))}
    </ul>
  )
}
