import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Person } from '#shared/contract/people.ts'
import { call } from '#app/api/call.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { personOf } from './people-queries.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ActDialog } from './act-dialog.tsx'
import { PlanSteps } from './plan-steps.tsx'

type MergeDialogProps = { person: Person; into: string; onClose: () => void }

/** The e-mail belongs to somebody: makes one person of the two, after saying what becomes of each row. */
export function MergeDialog({ person, into, onClose }: MergeDialogProps) {
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
  const error = other.error ?? plan.error
  if (!other.data || !plan.data) {
    return (
      <Dialog title="This e-mail belongs to somebody already" onClose={onClose}>
        {error ? (
          <LoadFailed
            error={error}
            words="What a merge would do could not be looked up. Please try again."
            onRetry={() => Promise.all([other.refetch(), plan.refetch()])}
          />
        ) : (
          <Skeleton className="mt-5 h-40" />
        )}
      </Dialog>
    )
  }
  const { email, firstName, lastName } = other.data
  const name = `${firstName} ${lastName}`.trim()
  return (
    <ActDialog
      title="This e-mail belongs to somebody already"
      description="The two can be made one person. Nothing is changed yet."
      label="Merge the two"
      pendingLabel="Merging..."
      isDangerous
      gone={key}
      act={() => merge()}
      done={() => ({ title: 'Merged', description: email })}
      onDone={() => navigate(`/admin/people/${into}`, { replace: true })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        All of <b>{person.email}</b> goes to{' '}
        <b>
          {name && <bdi>{name}, </bdi>}
          {email}
        </b>
        , who keeps this e-mail.
      </p>
      <PlanSteps plan={plan.data} />
      <p className="text-small text-muted">
        Nobody agrees to more than before, and what either unsubscribed from stays so. Seats at Zoom
        are taken anew. This cannot be taken apart again.
      </p>
    </ActDialog>
  )
}
