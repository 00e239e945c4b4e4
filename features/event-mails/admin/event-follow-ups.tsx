import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { explainSave } from '#client/admin/explain-save.ts'
import { useHasRole } from '#client/admin/for-role.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, pathOf } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { EventFollowUps as FollowUps } from '#features/event-mails/contract.ts'
import { describeMail } from '#features/events/admin/caused-mails.tsx'
import { heldMails } from '#features/events/admin/event-queries.ts'
import { isFollowUp, mailNames } from '#kernel/mail-kinds.ts'
import { HeldMailButtons, heldMailActs } from './held-mails.tsx'

/** Renders whether an event sends thank-you and missed-you mails, and those that are about to be sent. */
export function EventFollowUps({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient()
  const mayEdit = useHasRole('editor')
  const followUps = queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/follow-ups'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/follow-ups', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
  const stored = useQuery(followUps).data
  const saving = useMutation({
    mutationFn: (sends: boolean) =>
      call('PUT /api/admin/events/:id/follow-ups', { params: { id: eventId }, body: { sends } }),
    onSuccess(saved) {
      queryClient.setQueryData(followUps.queryKey, saved)
      showToast({ title: saved.sends ? 'Emails Switched On' : 'Emails Switched Off' })
      void queryClient.invalidateQueries()
    },
    onError: (error) => showFailure('Nothing Changed', explainSave(error)),
  })
  if (!stored) return null
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <FollowUpsNote followUps={stored} />
        {mayEdit && stored.kinds.length > 0 && (
          <Button
            variant="secondary"
            className="px-4! text-small!"
            pending={saving.isPending}
            onClick={() => saving.mutate(!stored.sends)}
          >
            {stored.sends ? 'Not this time' : 'Send them'}
            <span className="sr-only">: emails after the event</span>
          </Button>
        )}
      </div>
      {stored.sends && <HeldFollowUps eventId={eventId} />}
    </>
  )
}

function FollowUpsNote({ followUps: { kinds, sends, timeOfDay } }: { followUps: FollowUps }) {
  const { suffix, zone } = useSite().site.display
  const names = kinds.map((kind) => `“${mailNames[kind]}”`).join(' and ')
  if (kinds.length === 0) {
    return (
      <p className="text-muted">
        No emails after the event. You can switch them on in the{' '}
        <Link to="/admin/settings/events" className={textLinkStyle}>
          event defaults
        </Link>{' '}
        before an event ends.
      </p>
    )
  }
  if (!sends) return <p className="text-muted">No emails after this event.</p>
  return (
    <p className="text-muted">
      After the event: {names}, at {timeOfDay} {suffix || zone} once the recording is released and
      attendance is known.
    </p>
  )
}

/** Lists the thank-you and missed-you mails that are about to be sent, with buttons to stop or send them. */
function HeldFollowUps({ eventId }: { eventId: number }) {
  const format = useFormatInstant()
  const held = useQuery({
    ...heldMails,
    select: (mails) => mails.filter((mail) => isFollowUp(mail.kind) && mail.eventId === eventId),
  }).data
  if (!held?.length) return null
  return (
    <Card>
      <ul aria-label="Emails after the event" className="divide-y divide-line">
        {held.map((mail) => (
          <li
            key={mail.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-small sm:px-5"
          >
            <p>
              <span className="block font-semibold">{describeMail(mail)}</span>
              <span className="text-muted figures">{format(mail.goesAt)}</span>
            </p>
            <HeldMailButtons
              mail={mail}
              acts={heldMailActs.filter(({ what }) => what !== 'restore')}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
