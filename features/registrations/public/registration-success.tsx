import { useMutation } from '@tanstack/react-query'
import { Mail, Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#client/api/call.ts'
import { describeDeviceProblem } from '#client/api/device-problem.ts'
import { storeEmail } from '#client/forms/stored-email.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { settlingMs } from '#client/ui/dialog.tsx'
import { showFailure } from '#client/ui/toast-store.ts'
import { AddToCalendar } from '#features/events/public/add-to-calendar.tsx'
import { EventDateTime } from '#features/events/public/event-date-time.tsx'
import { OwnDateTime } from '#features/events/public/own-date-time.tsx'
import { proveSession } from '#features/sign-in/public/prove-session.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { type RegistrationOutcome, describeReminders } from './form-notices.ts'
import { SeriesOffer } from './series-offer.tsx'

type RegistrationSuccessProps = {
  event: PublicEvent
  outcome: RegistrationOutcome
  /** Closes the dialog that contains this confirmation; undefined if it is a page. */
  onClose?: () => void
}

/**
 * Renders the confirmation of a registration: the event's title, date and time, calendar links, and which
 * mail to expect.
 */
export function RegistrationSuccess({ event, outcome, onClose }: RegistrationSuccessProps) {
  const [reminders] = useState(() => describeReminders(event, new Date()))
  const [shownAt] = useState(() => Date.now())
  // Ignore the second click of a double click: it would close the view that the first click opened.
  const close = () => Date.now() - shownAt >= settlingMs && onClose?.()
  const address = <strong className="font-semibold">{outcome.email}</strong>
  return (
    <>
      <div className="mt-5 rounded-md border border-line bg-surface p-5">
        <h3 className="text-subheading wrap-anywhere">{event.title}</h3>
        <p className="mt-1.5 text-small wrap-anywhere text-muted">with {event.speakerName}</p>
        <EventDateTime event={event} className="mt-4" />
        <OwnDateTime event={event} className="mt-2" />
        {!outcome.isWaitlisted && <AddToCalendar event={event} />}
      </div>
      <p className="mt-5 flex items-start gap-3">
        <Mail aria-hidden size={20} className="mt-1 shrink-0 text-glow" />
        <span className="wrap-anywhere">
          {outcome.isWaitlisted ? (
            <>All seats are taken. We will email {address} when it is your turn.</>
          ) : outcome.isNew ? (
            <>Your confirmation and join link will be sent to {address}.</>
          ) : (
            <>Your join link is in the confirmation email to {address}.</>
          )}
          {reminders && !outcome.isWaitlisted && <span>{` ${reminders}`}</span>}
        </span>
      </p>
      <SeriesOffer eventId={event.id} outcome={outcome} />
      <LibraryOffer email={outcome.email} />
      {onClose && (
        <Button variant="secondary" size="large" className="mt-3 w-full" onClick={close}>
          Done
        </Button>
      )}
    </>
  )
}

/** Renders a button that opens the video library with the email that was just registered. */
function LibraryOffer({ email }: { email: string }) {
  const { hasInterviews, site } = useSite()
  const navigate = useNavigate()
  const login = useMutation({
    async mutationFn() {
      const opened = await call('POST /api/video-access/login', { body: { email } })
      await proveSession()
      return opened
    },
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      void navigate('/members')
    },
    onError(error) {
      const reason = describeDeviceProblem(error)?.description
      showFailure('Could Not Open Library', reason ?? 'Please check your connection and try again.')
    },
  })
  if (!hasInterviews) return null
  return (
    <form
      method="post"
      action="/members"
      className="mt-6 border-t border-line pt-5"
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!login.isPending) login.mutate()
      }}
    >
      <p>{site.texts.event.libraryOffer}</p>
      <input type="hidden" name="email" value={email} />
      <Button type="submit" className="mt-4 w-full" pending={login.isPending}>
        <Play aria-hidden size={17} />
        Open the video library
      </Button>
    </form>
  )
}
