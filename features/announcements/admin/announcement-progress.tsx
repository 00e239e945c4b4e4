import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { Announcement, AnnouncementCounts } from '#features/announcements/contract.ts'
import type { RecipientState } from '#kernel/values.ts'
import { writePeople } from '#kernel/write-count.ts'
import { announcementOf, announcementsKey, recipientLabels } from './announcement-queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import type { EventTitles } from './event-choice.tsx'

type ProgressProps = { announcement: Announcement; titles: EventTitles }

/** Shows progress and rate of sending an announcement, with buttons to stop, resume, and retry failed mails. */
export function AnnouncementProgress({ announcement, titles }: ProgressProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { id, state, counts } = announcement
  const noteRead = async (read: Announcement) => {
    queryClient.setQueryData(announcementOf(id).queryKey, read)
    await queryClient.invalidateQueries({ queryKey: announcementsKey })
  }
  const params = { id }
  const stop = useMutation({
    mutationFn: () => call('POST /api/admin/announcements/:id/stop', { params }),
    onSuccess: noteRead,
    onError: (error) => describeFailed('Not Stopped', error),
  })
  const resume = useMutation({
    mutationFn: () => call('POST /api/admin/announcements/:id/resume', { params }),
    onSuccess: noteRead,
    onError: (error) => describeFailed('Not Resumed', error),
  })
  const retry = useMutation({
    mutationFn: () => call('POST /api/admin/announcements/:id/try-again', { params }),
    async onSuccess({ mails }) {
      const description =
        mails === 0
          ? 'All failed addresses bounce, so no email is sent again.'
          : `The announcement is sent to ${writePeople(mails)} again.`
      showToast({ title: 'Trying Again', description })
      await queryClient.invalidateQueries({ queryKey: announcementsKey })
    },
    onError: (error) => describeFailed('Not Retried', error),
  })
  const isActive = state === 'sending' || state === 'scheduled'
  return (
    <section aria-labelledby="progress" className="mt-6">
      <h2 id="progress" className="sr-only">
        Progress
      </h2>
      <ProgressBar counts={counts} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-6">
        <Count name="Recipients" value={counts.total} />
        {listed
          .filter((one) => one !== 'inDoubt' || counts.inDoubt > 0)
          .map((one) => (
            <Count
              key={one}
              name={recipientLabels[one].name}
              value={counts[one]}
              isBad={recipientLabels[one].tone === 'danger' && counts[one] > 0}
            />
          ))}
      </dl>
      <PaceInfo announcement={announcement} />
      <ForRole needs="editor">
        <div className="mt-5 flex flex-wrap gap-3">
          {isActive && (
            <Button variant="danger" pending={stop.isPending} onClick={() => stop.mutate()}>
              {stop.isPending ? 'Stopping...' : 'Stop sending'}
            </Button>
          )}
          {state === 'stopped' && (
            <Button pending={resume.isPending} onClick={() => resume.mutate()}>
              {resume.isPending ? 'Resuming...' : 'Resume sending'}
            </Button>
          )}
          {counts.failed > 0 && (
            <Button variant="secondary" pending={retry.isPending} onClick={() => retry.mutate()}>
              Retry failed emails
            </Button>
          )}
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            Send to new people
          </Button>
        </div>
      </ForRole>
      {isAsking && (
        <ApproveDialog {...{ announcement, titles }} onClose={() => setIsAsking(false)} />
      )}
    </section>
  )
}

function describeFailed(title: string, error: unknown) {
  const why = serverMessage(error)
  showFailure(title, why ?? 'The server could not be reached. Please try again.')
}

/** States of recipients in display order. */
const listed = Object.keys(recipientLabels) as RecipientState[]

type CountProps = { name: string; value: number; isBad?: boolean }

function Count({ name, value, isBad = false }: CountProps) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className={`text-subheading figures ${isBad ? 'text-danger' : ''}`}>
        {value.toLocaleString('en-GB')}
      </dd>
    </div>
  )
}

const fills: Record<RecipientState, string> = {
  sent: 'bg-success',
  waiting: 'bg-transparent',
  failed: 'bg-danger',
  skipped: 'bg-muted',
  inDoubt: 'bg-warning',
}

/**
 * Bar with the share of recipients in each state; hidden from screen readers, because numbers nearby say the
 * same.
 */
export function ProgressBar({ counts }: { counts: AnnouncementCounts }) {
  return (
    <div
      aria-hidden
      className="flex h-3 overflow-hidden rounded-full border border-line-strong bg-sunken forced-color-adjust-none"
    >
      {listed.map((state) => (
        <span
          key={state}
          className={fills[state]}
          style={{ width: `${(100 * counts[state]) / Math.max(1, counts.total)}%` }}
        />
      ))}
    </div>
  )
}

/** Shows when sending begins or why it waits, the sending rate, and the expected end. */
function PaceInfo({ announcement }: { announcement: Announcement }) {
  const format = useFormatInstant()
  const { state, at, waitsForPublishing, pace } = announcement
  const says: string[] = []
  if (state === 'scheduled' && at) says.push(`Sending starts on ${format(at)}.`)
  if (state === 'stopped') says.push('Stopped. No more emails are sent.')
  if (state === 'done') says.push('Sending is finished. Each email was sent or has failed.')
  if (waitsForPublishing) says.push('Sending starts when the event is published.')
  if (pace?.closedUntil) {
    says.push(
      `The mail server accepts no more emails for now. Sending resumes automatically on ${format(pace.closedUntil)}.`,
    )
  } else if (pace) {
    const now =
      pace.now < pace.perSecond * 0.95
        ? `, slower than the limit of ${pace.perSecond}, because the mail server defers some`
        : ''
    const many = pace.now === 1 ? 'email' : 'emails'
    says.push(
      `Sending ${pace.now.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${many} a second${now}.`,
    )
  }
  if (pace?.endsAt) says.push(`Sending is expected to finish on ${format(pace.endsAt)}.`)
  return <output className="mt-4 block text-muted empty:hidden">{says.join(' ')}</output>
}
