import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { explainSave } from '#client/admin/explain-save.ts'
import { useHasRole } from '#client/admin/for-role.tsx'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { EventFeedback as Feedback } from '#features/feedback/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { eventFeedback } from './feedback-queries.ts'
import { findMistake, QuestionFields } from './question-fields.tsx'

function useChange(eventId: number, onDone?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<Pick<Feedback, 'isSent' | 'minutes' | 'own'>>) =>
      call('PUT /api/admin/events/:id/feedback', { params: { id: eventId }, body }),
    onSuccess(saved) {
      queryClient.setQueryData(eventFeedback(eventId).queryKey, saved)
      void queryClient.invalidateQueries()
      showToast({ title: 'Question Saved' })
      onDone?.()
    },
    onError: (error) => showFailure('Nothing Changed', explainSave(error)),
  })
}

/** Renders whether an event asks its attendees a question, and which. */
export function EventFeedback({ eventId }: { eventId: number }) {
  const mayEdit = useHasRole('editor')
  const stored = useQuery(eventFeedback(eventId)).data
  const [isOpen, setIsOpen] = useState(false)
  if (!stored) return null
  const { question } = stored.own ?? stored.series
  const minutes = stored.minutes ?? stored.series.minutes
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 text-muted wrap-anywhere">
        {!stored.isOn ? (
          <>
            No question after the event. You can switch it on in the{' '}
            <Link to="/admin/settings/events#feedback" className={textLinkStyle}>
              event defaults
            </Link>{' '}
            before an event ends.
          </>
        ) : stored.isSent ? (
          `${writeCount(minutes, 'minute')} after the end, attendees are asked: “${question}”`
        ) : (
          'No question after this event.'
        )}
      </p>
      {mayEdit && stored.isOn && (
        <div className="flex flex-wrap gap-2.5">
          {stored.isSent && (
            <Button
              variant="secondary"
              className="px-4! text-small!"
              onClick={() => setIsOpen(true)}
            >
              Edit question
            </Button>
          )}
          <FeedbackSwitch eventId={eventId} />
        </div>
      )}
      {isOpen && (
        <QuestionDialog eventId={eventId} stored={stored} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

/** The button that leaves out the question after one event, or sends it after all. */
export function FeedbackSwitch({ eventId }: { eventId: number }) {
  const mayEdit = useHasRole('editor')
  const stored = useQuery(eventFeedback(eventId)).data
  const change = useChange(eventId)
  if (!stored?.isOn || !mayEdit) return null
  return (
    <Button
      variant="secondary"
      className="px-4! text-small!"
      pending={change.isPending}
      onClick={() => change.mutate({ isSent: !stored.isSent })}
    >
      {stored.isSent ? 'Not this time' : 'Send it'}
      <span className="sr-only">: question after the event</span>
    </Button>
  )
}

type QuestionDialogProps = { eventId: number; stored: Feedback; onClose: () => void }

function QuestionDialog({ eventId, stored, onClose }: QuestionDialogProps) {
  const { series, own, minutes } = stored
  const [typed, setTyped] = useState({
    ...(own ?? { question: series.question, options: series.options }),
    minutes: String(minutes ?? series.minutes),
  })
  const [mistake, setMistake] = useState<string>()
  const change = useChange(eventId, onClose)
  function save() {
    const found = findMistake(typed)
    setMistake(found)
    if (found) return
    const { question, options } = typed
    change.mutate({ minutes: Number(typed.minutes), own: { question, options } })
  }
  return (
    <Dialog title="Question after this event" onClose={onClose}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <QuestionFields typed={typed} onChange={setTyped} />
        <p role="alert" className="text-small font-semibold text-danger">
          {mistake}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={change.isPending}>
            Save question
          </Button>
          {(own ?? minutes) !== null && (
            <Button variant="secondary" onClick={() => change.mutate({ minutes: null, own: null })}>
              Use default question
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
