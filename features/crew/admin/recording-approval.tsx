import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { useHasRole } from '#client/admin/for-role.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { RecordingApproval as Approval } from '#features/crew/contract.ts'
import type { RecordingAnswer } from '#kernel/values.ts'

export const approvalOf = (eventId: number) =>
  queryOptions({
    queryKey: ['/api/admin/events', eventId, 'recording-approval'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/recording-approval', { params: { id: eventId }, signal }),
  })

const states: Record<Approval['state'], string> = {
  not_needed: '',
  no_recording: 'The guest is asked by email once you add the recording and release it.',
  waiting: 'Waiting for the guest. Members cannot watch the recording yet.',
  approved: 'Members can watch the recording while it is released.',
}

/** Returns whether each of the guests approved the recording. */
export const haveApproved = (guests: Approval['guests']) =>
  guests.every(({ answer }) => answer === 'publish')

/** Returns what members can see of the recording, and for whom it waits. */
function describe({ state, guests }: Approval): string {
  if (state === 'approved') return states.approved
  if (guests.length === 0) {
    return state === 'waiting'
      ? 'No guest is left to approve the recording. Members cannot watch it until you release it.'
      : 'This event has no guest with an email. Add one under People.'
  }
  return state === 'waiting' && haveApproved(guests)
    ? 'A guest who did not approve the recording is no longer in the crew. Members cannot watch it until you release it.'
    : states[state]
}

const answers: Record<RecordingAnswer, string> = {
  publish: 'approved the recording',
  not_yet: 'does not approve it yet',
  cut: 'asks for cuts',
}

/** Whether the guests must approve the recording, their answers, and the release without them. */
export function RecordingApproval({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient()
  const mayEdit = useHasRole('editor')
  const query = approvalOf(eventId)
  const approval = useQuery(query).data
  const [isAsked, setAsked] = useState(false)
  function take(saved: Approval, title: string) {
    queryClient.setQueryData(query.queryKey, saved)
    showToast({ title })
    void queryClient.invalidateQueries()
  }
  const change = useMutation({
    mutationFn: (isNeeded: boolean) =>
      call('PUT /api/admin/events/:id/recording-approval', {
        params: { id: eventId },
        body: { isNeeded },
      }),
    onSuccess: (saved) =>
      take(saved, saved.isNeeded ? 'Approval Required' : 'Approval Not Required'),
    onError: (error) => showFailure('Nothing Changed', explainSave(error)),
  })
  const release = useMutation({
    mutationFn: () =>
      call('POST /api/admin/events/:id/recording-approval/override', { params: { id: eventId } }),
    onSuccess(saved) {
      setAsked(false)
      take(saved, 'Recording Released')
    },
  })
  if (!approval) return null
  const { isNeeded, state, guests } = approval
  const label = guests.length === 0 ? 'Release recording' : 'Release without approval'
  return (
    <section
      aria-labelledby="approval-heading"
      className="mt-12 max-w-3xl border-t border-line pt-8"
    >
      <h2 id="approval-heading" className="text-subheading">
        Approval by the guest
      </h2>
      <Checkbox
        className="mt-2"
        label="The guest approves the recording before members see it"
        description="The guest gets an email with a link to watch it. A recording that is already released stays released."
        checked={change.isPending ? change.variables : isNeeded}
        disabled={!mayEdit || change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      {isNeeded && (
        <>
          <p className="mt-3">{describe(approval)}</p>
          {guests.length > 0 && (
            <ul aria-label="Answers of guests" className="mt-3 grid gap-3">
              {guests.map((guest, at) => (
                <GuestAnswer key={at} guest={guest} />
              ))}
            </ul>
          )}
          {state === 'waiting' && mayEdit && (
            <Button
              variant="secondary"
              className="mt-4 px-4! text-small!"
              onClick={() => setAsked(true)}
            >
              {label}
            </Button>
          )}
        </>
      )}
      {isAsked && (
        <RemovalDialog
          title={`${label}?`}
          removal={release}
          label="Release recording"
          stay="Go back"
          onClose={() => setAsked(false)}
        >
          {guests.length === 0
            ? 'Members can watch the recording at once. The activity log records it.'
            : 'Members can watch the recording at once. Guests who did not approve it get an email, and the activity log records it.'}
        </RemovalDialog>
      )}
    </section>
  )
}

function GuestAnswer({
  guest: { name, answer, answeredAt, cuts },
}: {
  guest: Approval['guests'][number]
}) {
  const format = useFormatInstant()
  return (
    <li className="wrap-anywhere">
      <bdi className="font-semibold">{name}</bdi> {answer ? answers[answer] : 'has not answered'}
      {answeredAt && <span className="text-muted figures">, {format(answeredAt)}</span>}
      {cuts.length > 0 && (
        <ul className="mt-1 grid gap-1 pl-5">
          {cuts.map(({ from, to, why }, at) => (
            <li key={at} className="list-disc figures">
              {formatPosition(from)}–{formatPosition(to)}
              {why && <span>: {why}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
