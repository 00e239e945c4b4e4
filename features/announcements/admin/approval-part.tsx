import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, serverMessage, wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { Announcement } from '#features/announcements/contract.ts'
import { warnOfClipping } from '#features/announcements/rules.ts'
import { useNavigate } from 'react-router'
import { announcementOf, announcementsKey, previewOf, titleOf } from './announcement-queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import type { EventTitles } from './event-choice.tsx'

type ApprovalPartProps = {
  announcement: Announcement
  isDirty: boolean
  /** Saves the form and returns the announcement's id. */
  saveForTest: () => Promise<number>
  titles: EventTitles
  /** Called after the draft was deleted, to discard unsaved text. */
  onRemoved: () => void
}

/** Section of the form to send a test mail and then the announcement, or to delete the draft. */
export function ApprovalPart({
  announcement,
  isDirty,
  saveForTest,
  titles,
  onRemoved,
}: ApprovalPartProps) {
  const [isApproving, setIsApproving] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, updatedAt, test } = announcement
  const { data: preview } = useQuery(previewOf(id, updatedAt, undefined))
  const clipping = warnOfClipping(preview?.htmlBytes ?? 0)
  const hasFailed = test?.state === 'failed' || test?.state === 'skipped'
  const isTested = test !== null && test.isCurrent && !hasFailed && !isDirty
  return (
    <section aria-labelledby="approval" className="mt-12">
      <h2 id="approval" className="text-subheading">
        Test and send
      </h2>
      <SetupNotes notes={clipping ? [clipping] : []} />
      <TestForm test={announcement.test} saveForTest={saveForTest} />
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button disabled={!isTested} onClick={() => setIsApproving(true)}>
          Send…
        </Button>
        <Button variant="secondary" onClick={() => setIsRemoving(true)}>
          Delete draft
        </Button>
        {!isTested && (
          <p className="text-small text-muted">
            Send yourself a test of this version before you send it to everyone.
          </p>
        )}
      </div>
      {isApproving && (
        <ApproveDialog
          announcement={announcement}
          titles={titles}
          onClose={() => setIsApproving(false)}
        />
      )}
      {isRemoving && (
        <RemoveDialog {...{ announcement, onRemoved }} onClose={() => setIsRemoving(false)} />
      )}
    </section>
  )
}

type TestFormProps = { test: Announcement['test'] } & Pick<ApprovalPartProps, 'saveForTest'>

/** Form that saves the announcement and sends it as a test to one address. */
export function TestForm({ test, saveForTest }: TestFormProps) {
  const queryClient = useQueryClient()
  const [to, setTo] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = useMutation({
    async mutationFn() {
      const id = await saveForTest()
      return call('POST /api/admin/announcements/:id/test', { params: { id }, body: { to } })
    },
    onSuccess: (read) => queryClient.setQueryData(announcementOf(read.id).queryKey, read),
  })
  const refused = wrongFields(send.error).find(({ field }) => field === 'to')?.message
  const error = isMissing ? 'Please enter an email address' : refused
  return (
    <form
      noValidate
      aria-label="Test"
      onSubmit={(event) => {
        event.preventDefault()
        // Check the recipient's email before the announcement is saved: a test mail to an invalid address should not
        // change anything.
        setIsMissing(!to.includes('@'))
        if (!send.isPending && to.includes('@')) send.mutate()
      }}
      className="mt-4 grid max-w-reading gap-3"
    >
      <Field
        label="Send a test to"
        required
        type="email"
        autoComplete="email"
        description="Your own email address. Login links do not work in a test."
        value={to}
        error={error}
        onChange={({ target }) => setTo(target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" pending={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send test'}
        </Button>
      </div>
      <div aria-live="polite" className="text-small wrap-anywhere">
        {send.error && !error && (
          <p className="font-medium text-danger">
            {serverMessage(send.error) ?? 'Please check your connection and try again.'}
          </p>
        )}
        <TestResult test={test} />
      </div>
    </form>
  )
}

function TestResult({ test }: Pick<Announcement, 'test'>) {
  const format = useFormatInstant()
  if (!test) return null
  const { to, isCurrent, state, lastError, sentAt } = test
  const ofWhat = isCurrent ? 'for this version' : 'for an earlier version. Send another one'
  if (state === 'failed' || state === 'skipped') {
    return <p className="font-medium text-danger">{`The test to ${to} failed: ${lastError}`}</p>
  }
  if (state === 'waiting' || state === 'sending') {
    return <p>{`The test to ${to} is being sent${lastError ? `: ${lastError}` : ''}.`}</p>
  }
  const verb = state === 'kept' ? 'was stored, not sent,' : 'was sent'
  return (
    <p>{`The latest test ${verb} to ${to}${sentAt ? ` on ${format(sentAt)}` : ''}, ${ofWhat}.`}</p>
  )
}

type RemoveDialogProps = Pick<ApprovalPartProps, 'announcement' | 'onRemoved'> & {
  onClose: () => void
}

function RemoveDialog({ announcement, onRemoved, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const removal = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/announcements/:id', { params: { id: announcement.id } }),
    onSuccess() {
      onRemoved()
      showToast({ title: 'Draft Deleted' })
      void queryClient.invalidateQueries({ queryKey: [...announcementsKey, 'page'] })
      void navigate('/admin/email')
    },
  })
  return (
    <RemovalDialog
      title="Delete this draft?"
      removal={removal}
      label="Delete draft"
      stay="Go back"
      onClose={onClose}
    >
      {`Only tests of “${titleOf(announcement)}” were sent. Deleting it cannot be undone.`}
    </RemovalDialog>
  )
}
